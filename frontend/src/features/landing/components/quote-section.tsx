import { MapPin } from "lucide-react";
import { catalog } from "~/api/catalog.gen";
import { DeferredQuoteForm, NextSteps } from "~/features/quotes";
import { business } from "~/lib/business";
import { Card } from "~/ui/card";
import { Note } from "~/ui/note";

const cities = catalog.cities.filter(({ id }) => id !== "Other").map(({ label }) => label);

/** The quote form, and what happens after it is sent. */
export function QuoteSection() {
  return (
    <section id="quote" aria-labelledby="quote-title" className="py-section outline-none">
      <div className="wrap grid gap-10 lg:grid-cols-[5fr_7fr] lg:items-start lg:gap-16">
        <div className="lg:sticky lg:top-8">
          <h2 id="quote-title">Get your free quote</h2>
          <p className="lead mt-[0.9rem]">Tell us about your home or business. Quote within 24 hours.</p>
          <h3 className="mt-9 mb-[1.1rem]">What happens next</h3>
          <NextSteps />
          <Note icon={MapPin} className="mt-8">
            We serve {cities.join(", ")} and nearby towns. Prefer to talk? Call{" "}
            <a href={business.phoneHref} className="text-link whitespace-nowrap">
              {business.phone}
            </a>
            .
          </Note>
        </div>
        <Card>
          <h3 className="display mb-[1.1rem] text-2xl leading-[1.2]">Holiday Light Installation Quote</h3>
          <DeferredQuoteForm />
        </Card>
      </div>
    </section>
  );
}
