import django.contrib.postgres.fields
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='BusinessVersion',
            fields=[
                ('id', models.UUIDField(db_default=models.Func(function='uuidv7', output_field=models.UUIDField()), editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('number', models.PositiveIntegerField(unique=True)),
                ('by', models.TextField()),
                ('changes', models.JSONField()),
                ('name', models.TextField(null=True)),
                ('phone', models.TextField(null=True)),
                ('email', models.TextField(null=True)),
                ('address', models.TextField(null=True)),
                ('cities', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), null=True, size=None)),
                ('opening_hours', models.TextField(null=True)),
                ('license', models.TextField(null=True)),
                ('reviews_url', models.TextField(null=True)),
                ('photos_url', models.TextField(null=True)),
                ('instagram_url', models.TextField(null=True)),
                ('facebook_url', models.TextField(null=True)),
                ('privacy_url', models.TextField(null=True)),
                ('terms_url', models.TextField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['-created_at', '-id'], name='business_version_new')],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gt', 1)), name='business_version_is_later')],
            },
        ),
        migrations.CreateModel(
            name='TextVersion',
            fields=[
                ('id', models.UUIDField(db_default=models.Func(function='uuidv7', output_field=models.UUIDField()), editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('page', models.CharField(choices=[('faq', 'Questions and answers'), ('terms', 'Terms'), ('privacy', 'Privacy')], max_length=10)),
                ('number', models.PositiveIntegerField()),
                ('by', models.TextField()),
                ('markdown', models.TextField()),
            ],
            options={
                'indexes': [models.Index(fields=['page', '-created_at', '-id'], name='text_version_new')],
                'constraints': [models.UniqueConstraint(fields=('page', 'number'), name='one_text_version_per_number'), models.CheckConstraint(condition=models.Q(('page__in', ['faq', 'terms', 'privacy'])), name='text_version_page_known'), models.CheckConstraint(condition=models.Q(('number__gt', 1)), name='text_version_is_later')],
            },
        ),
    ]
