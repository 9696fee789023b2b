"""Django records the decoder of a field; nothing changes in the database."""

from django.db import migrations, models

from common.json import Decoder


class Migration(migrations.Migration):
    dependencies = [("quotes", "0002_never_changed")]
    operations = [
        migrations.AlterField("quote", name, models.JSONField(null=True, blank=True, decoder=Decoder))
        for name in ("design", "estimate")
    ]
