"""Inbound messages are processed exactly once, even if their queue job was lost or failed."""

import pytest
from django.db import connection, transaction
from procrastinate.contrib.django.models import ProcrastinateJob

from quotes.models import Quote
from quotes.tests.factories import make_quote
from replies.models import Inbound, Inquiry, InquiryEntry
from replies.tasks import forget_inbound_contents, process_inbound, process_stranded
from testing.helpers import run_during_transaction, run_queue
from twilio_sandbox.server import TwilioSandbox

MOBILE = "+16035550172"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def quote() -> Quote:
    return make_quote(phone="603-555-0172")


def _jobs_of(row: Inbound) -> list[str]:
    jobs = ProcrastinateJob.objects.filter(task_name=process_inbound.name, args__inbound_id=str(row.id))
    return list(jobs.order_by("id").values_list("status", flat=True))


@pytest.mark.parametrize(
    ("what_happened", "jobs"),
    [
        ("DELETE FROM procrastinate_jobs", ["todo"]),  # someone deleted it
        ("UPDATE procrastinate_jobs SET status = 'failed'", ["failed", "todo"]),  # all attempts failed
        ("UPDATE procrastinate_jobs SET status = 'succeeded'", ["succeeded", "todo"]),  # someone marked it as done
        ("UPDATE procrastinate_jobs SET status = 'doing'", ["doing"]),  # a worker has it
        ("SELECT", ["todo"]),  # still waiting
    ],
)
def test_text_without_queue_job_is_queued_again(
    twilio: TwilioSandbox, quote: Quote, what_happened: str, jobs: list[str]
) -> None:
    twilio.text_in(MOBILE, "Can you do white bulbs?")
    with connection.cursor() as cursor:
        cursor.execute(what_happened)
    forget_inbound_contents.configure().defer(timestamp=0)  # a queue job for another task
    process_stranded(0)
    process_stranded(0)
    assert _jobs_of(Inbound.objects.get()) == jobs
    run_queue()
    assert quote.thread.exists() == ("todo" in jobs)


def test_only_text_without_job_is_queued_again(twilio: TwilioSandbox, quote: Quote) -> None:
    twilio.text_in(MOBILE, "First")
    run_queue()
    for words in ("Second", "Third"):
        twilio.text_in(MOBILE, words)
    done, lost, waiting = Inbound.objects.order_by("created_at", "id")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE args ->> 'inbound_id' = %s", [str(lost.id)])
    process_stranded(0)
    assert [_jobs_of(row) for row in (done, lost, waiting)] == [["succeeded"], ["todo"], ["todo"]]
    run_queue()
    assert sorted(quote.thread.values_list("comment", flat=True)) == ["First", "Second", "Third"]


def test_each_job_processes_its_own_text(twilio: TwilioSandbox, quote: Quote) -> None:
    for words in ("First", "Second"):
        twilio.text_in(MOBILE, words)
    process_inbound(str(Inbound.objects.latest("created_at").id))
    assert quote.thread.get().comment == "Second"


def test_two_texts_processed_at_the_same_moment_are_one_question(twilio: TwilioSandbox) -> None:
    for words in ("Do you deliver to Rye?", "On a Sunday?"):
        twilio.text_in("+16035550199", words)
    first, second = Inbound.objects.order_by("created_at", "id")
    with transaction.atomic():
        process_inbound(str(first.id))
        other = run_during_transaction(lambda: process_inbound(str(second.id)))
    other()
    entries = Inquiry.objects.get().entries.order_by("created_at", "id")
    assert [entry.words for entry in entries] == ["Do you deliver to Rye?", "On a Sunday?"]


def test_text_processed_by_two_workers_at_the_same_moment_is_added_once(twilio: TwilioSandbox, quote: Quote) -> None:
    twilio.text_in(MOBILE, "Can you do white bulbs?")
    row = Inbound.objects.get()
    with transaction.atomic():
        process_inbound(str(row.id))
        other = run_during_transaction(lambda: process_inbound(str(row.id)))
    other()
    assert quote.thread.count() == 1


def test_text_processed_twice_is_added_once(twilio: TwilioSandbox, quote: Quote) -> None:
    for number in (MOBILE, "+16035550199"):
        twilio.text_in(number, "Can you do white bulbs?")
    run_queue()
    for row in Inbound.objects.all():
        process_inbound.defer(inbound_id=str(row.id))
    run_queue()
    assert (quote.thread.count(), InquiryEntry.objects.count()) == (1, 1)
