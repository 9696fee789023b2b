import { business } from "~/lib/business";
import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { OwnerText } from "../components/owner-text";
import { Paragraphs, TextPage } from "../components/text-page";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Terms",
    description:
      "How quotes, prices, payment, tree orders, storage plans, texts and cancellation work, in plain sentences.",
    path: paths.terms,
  });
}

/** Each paragraph describes what the product does; nothing here is a promise beyond that. */
const sections = [
  {
    id: "quotes",
    title: "Quotes",
    paragraphs: [
      "Requesting a quote is free and commits you to nothing. We send a detailed quote within 24 hours.",
      "Prices on this site that say “from” or “starting at”, and any estimate, are not an offer. Your price is the one in your quote.",
      "You accept a quote online, with the link in our emails or in My Services, or by telling us. Once you accept, we'll schedule the crew. You can also decline it, and nothing is scheduled or charged.",
      "If we change the price before the crew is scheduled, we ask for your OK again, even if you've accepted the earlier price.",
    ],
  },
  {
    id: "visits",
    title: "Visits",
    paragraphs: [
      "We set the day of each visit, and it shows in your quote online. We may have to move it, for example because of the weather. Takedown is in January.",
      "What a package includes is on the home page and in your quote.",
    ],
  },
  {
    id: "trees",
    title: "Tree orders",
    paragraphs: [
      "When you order a tree, you get its price with delivery and the add-ons you chose. That price stays the same for your order, even if our prices change later.",
      "Nothing is charged when you order. You can pay online right after ordering or later, or pay when we deliver. Outside New Hampshire, we call you about payment first.",
      "We call you within 24 hours to confirm the delivery, and you can change or cancel the order then. If an order is canceled before we've set its delivery day, we refund what you paid by card in full. Once the day is set, our office decides about a refund. If you paid in cash or by check, we contact you about your payment.",
    ],
  },
  {
    id: "payment",
    title: "Invoices and payment",
    paragraphs: [
      "We email you each invoice with the day it's due, and show it in My Services if you have an account. If no day is given, it's due on receipt. You can pay it by card on this site, or ask us about paying another way. You won't be charged until you select Complete Payment.",
      "Some quotes ask for a deposit. You see how much it is, and when you'd get it back, before you accept. It counts toward your price, and the rest is due 14 days after your installation is done. If the job doesn't happen, those terms say what becomes of it.",
      "If you're signed in, you can save a card for next time. We save it only if you say so, it's used only when you pay with it yourself, and you can remove it again.",
      "Amounts are in US dollars. Refunds by card go back to the card you paid with.",
    ],
  },
  {
    id: "storage",
    title: "Storage plans",
    paragraphs: [
      "A storage plan is paid by card each month, in advance, starting on the day you subscribe, until you cancel it. It's for the number of properties that the plan names.",
      "You can change plans in My Services. You see what it costs before you confirm it; the difference goes on your next bill.",
      "You can cancel at any time in My Services. The plan continues to the end of the month you've paid for and isn't charged after that. If a payment fails, you can update your card there, and we'll try again.",
    ],
  },
  {
    id: "texts",
    title: "Text messages",
    paragraphs: [
      "We send automated texts about your quote, visits, order and invoices only to a number that agreed to them: with the box on a form or in My Services. That's about 2 to 10 texts per order, between 8:00 AM and 9:00 PM Eastern. Msg & data rates may apply.",
      "Reply STOP to stop them, or turn them off in My Services. Reply HELP for help, or call us. You don't have to agree to texts to get a quote or to buy anything; without them, we email you.",
      "Your agreement and number are never passed on for advertising. The privacy page says who delivers our texts and what we keep.",
    ],
  },
  {
    id: "account",
    title: "Your account",
    paragraphs: [
      "An account belongs to one email address, which you confirm with a code. Keep your password and codes to yourself, and tell us if you think someone else has used your account.",
    ],
  },
] as const;

/** How ordering from us works, in plain sentences. */
export default function TermsPage() {
  return (
    <TextPage
      title="Terms"
      lead="How quotes, payment, trees and storage work with us."
      sections={[
        ...sections.map(({ paragraphs, ...section }) => ({
          ...section,
          content: <Paragraphs>{paragraphs}</Paragraphs>,
        })),
        {
          id: "cancellation",
          title: "Cancellation",
          content: (
            <>
              <Paragraphs>
                {[
                  "You can decline a quote, and cancel storage, online as described above.",
                  `To cancel work you've accepted or a tree you've ordered, call ${business.phone} or email ${business.email} as early as you can. This site charges nothing by itself when work or an order is canceled.`,
                ]}
              </Paragraphs>
              <OwnerText url={business.termsUrl}>our full terms</OwnerText>
            </>
          ),
        },
      ]}
    />
  );
}
