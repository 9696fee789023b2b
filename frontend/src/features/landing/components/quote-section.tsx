import { MapPin } from "lucide-react";
import { DeferredQuoteForm, NextSteps } from "~/features/quotes";
import { business } from "~/lib/business";
import { Note } from "~/ui/note";
import { PhoneLink } from "~/ui/phone-link";

/** The quote form, and what happens after it is sent. */
export function QuoteSection() {
  return (
    <section id="quote" aria-labelledby="quote-title" className="below-fold py-section outline-none">
      {/* On phones the form comes before the steps; on wide screens the steps stay in view beside it. */}
      <div className="wrap grid gap-y-6 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-16 lg:gap-y-9">
        <div>
          <h2 id="quote-title">Get your free quote</h2>
          <p className="lead mt-[0.9rem]">Tell us about your home or business. Quote within 24 hours.</p>
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <DeferredQuoteForm />
        </div>
        <div className="max-lg:mt-4 lg:sticky lg:top-8">
          <h3 className="mb-[1.1rem]">What happens next</h3>
          <NextSteps />
          <Note icon={MapPin} className="mt-8">
            We serve {business.cities}, and nearby towns. Prefer to talk? Call <PhoneLink />.
          </Note>
        </div>
      </div>
    </section>
  );
}
