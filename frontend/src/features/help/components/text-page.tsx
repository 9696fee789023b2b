import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { business } from "~/lib/business";
import { Band, liftClass } from "~/ui/band";
import { Card } from "~/ui/card";
import { Note } from "~/ui/note";
import { Page } from "~/ui/page";
import { PhoneLink } from "~/ui/phone-link";

interface Section {
  id: string;
  title: string;
  content: ReactNode;
}

interface TextPageProps {
  title: string;
  lead: string;
  sections: readonly Section[];
}

/** A page to read: its sections, and beside them a list that leads to each. */
export function TextPage({ title, lead, sections }: TextPageProps) {
  return (
    <Page band={<Band title={title} lead={lead} />} className={`wrap ${liftClass}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pb-section lg:grid-cols-[7fr_3.4fr] lg:items-start">
        <aside className="grid gap-5 lg:sticky lg:top-6 lg:order-last lg:pt-14">
          <nav
            aria-label="On this page"
            className="max-lg:rounded-card max-lg:border max-lg:border-border max-lg:bg-surface max-lg:p-card"
          >
            <h2 className="text-lg leading-[1.2]">On this page</h2>
            <ul className="mt-2 sm:max-lg:columns-2">
              {sections.map((section) => (
                <li key={section.id}>
                  <Link to={`#${section.id}`} className="text-link inline-flex min-h-target items-center">
                    {section.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Note icon={Phone}>
            Prefer to ask a person? Call <PhoneLink /> or email{" "}
            <a className="text-link wrap-anywhere" href={`mailto:${business.email}`}>
              {business.email}
            </a>
            .
          </Note>
        </aside>
        <Card className="grid gap-12">
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id} className="grid gap-4">
              <h2 id={section.id} className="scroll-mt-6 text-2xl leading-[1.2]">
                {section.title}
              </h2>
              {section.content}
            </section>
          ))}
        </Card>
      </div>
    </Page>
  );
}

/** Paragraphs of a section. */
export function Paragraphs({ children }: { children: readonly string[] }) {
  return children.map((text) => (
    <p key={text} className="max-w-152 wrap-anywhere">
      {text}
    </p>
  ));
}
