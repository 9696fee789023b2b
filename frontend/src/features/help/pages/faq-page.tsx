import { Link } from "react-router";
import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { Paragraphs, TextPage } from "../components/text-page";
import { faqStructuredData, type Question, topics } from "../questions";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Questions and answers",
    description:
      "What people ask before they order: prices, damage, weather, power, cancellation, takedown, storage and " +
      "delivered Christmas trees on the New Hampshire Seacoast.",
    path: paths.faq,
    structuredData: faqStructuredData(),
  });
}

/** What people ask before they order. */
export default function FaqPage() {
  return (
    <TextPage
      title="Questions and answers"
      lead="What people ask us before they order."
      sections={topics.map(({ id, title, questions }) => ({
        id,
        title,
        content: <Answers questions={questions} />,
      }))}
    />
  );
}

function Answers({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="grid gap-6">
      {questions.map(({ question, answer, link }) => (
        <div key={question} className="grid gap-2">
          <h3 className="text-base font-[650]">{question}</h3>
          <Paragraphs>{answer}</Paragraphs>
          {link && (
            <Link to={link.to} className="text-link inline-flex min-h-target items-center justify-self-start">
              {link.label}
            </Link>
          )}
        </div>
      ))}
    </div>
  );
}
