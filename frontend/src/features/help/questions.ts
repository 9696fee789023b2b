import { catalog } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { formatMoney } from "~/lib/format";
import { paths } from "~/lib/paths";

export interface Question {
  question: string;
  /** Paragraphs of plain text, which search engines get as well. */
  answer: readonly string[];
  link?: { to: string; label: string };
}

interface Topic {
  id: string;
  title: string;
  questions: readonly Question[];
}

const [basic, premium, commercial] = catalog.packages;
const [consumer, storageForBusinesses, enterprise] = catalog.storagePlans;
const timers = catalog.addOns.find(({ id }) => id === "timers");
const disposal = catalog.treeAddOns.find(({ id }) => id === "includeDisposal");

/** "a, b and c" */
function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

const addOnPrices = listed(catalog.addOns.map(({ name, priceLabel }) => `${name} ${priceLabel}`));

const treePrices = catalog.treeSizes.map(
  ({ name, service, price, deliveryPrice }) =>
    `${name}: ${formatMoney(price)} plus ${formatMoney(deliveryPrice)} delivery, ` +
    `${formatMoney(Number(price) + Number(deliveryPrice))} in all (${service.toLowerCase()}).`,
);

/**
 * What people ask before they order. Amounts are the catalog's; an answer says only what the product and the published
 * packages do.
 */
export const topics: readonly Topic[] = [
  {
    id: "price",
    title: "Price and payment",
    questions: [
      {
        question: "What does it cost to have lights installed?",
        answer: [
          `${basic.name} (you own the lights, we put them up and take them down) starts at ${formatMoney(basic.startingPrice)}. ` +
            `${premium.name} (our lights, installed, maintained and taken down) starts at ${formatMoney(premium.startingPrice)}. ` +
            `The ${commercial.name} is designed to measure, so its price is a custom quote.`,
          `Add-ons: ${addOnPrices}.`,
          "Your own price depends on your roofline and what you'd like lit. You'll get a detailed quote within 24 hours. It's free, with no obligation.",
        ],
        link: { to: paths.quote, label: "Get your quote" },
      },
      {
        question: "Can the price change after I get my quote?",
        answer: [
          "If we change it, we email you the new price. If that happens before the crew is scheduled, we ask for your OK again, even if you've accepted the earlier price.",
        ],
      },
      {
        question: "When do I pay?",
        answer: [
          "Requesting a quote or ordering a tree charges nothing. For lights, we email you an invoice: for some quotes when you accept, with a deposit due first and the rest after we install; otherwise once the work is scheduled. You can pay it by card on this site, or ask us about paying another way.",
          "For a tree, you can pay online after you order, or when we deliver.",
          "Storage is the exception: it's paid by card each month, starting on the day you subscribe.",
        ],
      },
      {
        question: "Is it safe to pay by card here?",
        answer: [
          "Card details go directly to Stripe, our payment provider. They never reach our servers, and we can't see your card number.",
        ],
      },
    ],
  },
  {
    id: "damage",
    title: "Your house and your lights",
    questions: [
      {
        question: "Will the lights damage my house?",
        answer: ["We use clips, not staples: no nails, no staples, no holes in your trim."],
      },
      {
        question: "What if something gets damaged?",
        answer: [
          `Call us at ${business.phone}, or write to us in your quote online, and tell us what happened and where. A person reads every message.`,
        ],
      },
      {
        question: "Can you use lights I already own?",
        answer: [
          `Yes, that's ${basic.name}. We inspect your lights for safety, put them up, and take them down in January. They stay yours.`,
        ],
      },
      {
        question: "What happens if a bulb goes out?",
        answer: [
          `${premium.name} includes maintenance and free bulb replacement during the season, and the ${commercial.name} includes maintenance through the season. A bulb goes dark? Call or comment on your quote, and we come out and fix it.`,
          `${basic.name} doesn't include maintenance, since the lights are yours.`,
        ],
      },
    ],
  },
  {
    id: "weather",
    title: "Weather and power",
    questions: [
      {
        question: "What happens if the weather is bad on my day?",
        answer: [
          "We may have to move your visit. The day in your quote online is always the current one. If the new day doesn't work for you, call us.",
        ],
      },
      {
        question: "What power do the lights need?",
        answer: [
          "They run on your own electricity. When you request a quote, use the comments to tell us where your outdoor outlets are, so that we can plan around them.",
          `The lights we provide with ${premium.name} are commercial-grade LEDs.`,
        ],
      },
      {
        question: "Do I have to switch them on and off?",
        answer: [
          `Not with Smart Timers (${timers?.priceLabel}): they switch your lights on at dusk and off at bedtime.`,
        ],
      },
    ],
  },
  {
    id: "cancellation",
    title: "Changes and cancellation",
    questions: [
      {
        question: "Can I decline a quote?",
        answer: [
          "Yes. A quote is free and commits you to nothing. You can decline it online, and nothing is scheduled or charged.",
        ],
      },
      {
        question: "What if I change my mind after accepting?",
        answer: [
          `Call us at ${business.phone} as early as you can, or write to us in your quote. The crew's day may already be set, so we'll talk it through with you.`,
        ],
      },
      {
        question: "How do I change or cancel a tree order?",
        answer: [
          "Tell us when we call to confirm it, or call us before then.",
          "If you've paid by card and the order is canceled before we've set its delivery day, we refund you in full. Once the day is set, our office decides about a refund. If you paid in cash or by check, we contact you about your payment.",
        ],
      },
      {
        question: "How do I cancel storage?",
        answer: [
          "In My Services, under Storage, whenever you like. Your plan continues to the end of the month you've paid for, and then you're not charged again. Until that day you can change your mind.",
        ],
      },
    ],
  },
  {
    id: "takedown",
    title: "Takedown",
    questions: [
      {
        question: "When do the lights come down?",
        answer: [
          `In January. Takedown is part of ${basic.name} and ${premium.name}; for the ${commercial.name}, your quote says what's included. Once your takedown is scheduled, its day shows in your quote online.`,
        ],
      },
      {
        question: "Do I need to be home?",
        answer: [
          "You only need to be there for the first step, when we walk the property with you and measure the rooflines.",
        ],
      },
    ],
  },
  {
    id: "storage",
    title: "Storage",
    questions: [
      {
        question: "What does storage cost?",
        answer: [
          `${consumer.name} is ${formatMoney(consumer.monthlyPrice)} per month for one property. ` +
            `${storageForBusinesses.name} is ${formatMoney(storageForBusinesses.monthlyPrice)} per month for up to ${storageForBusinesses.maxProperties} properties. ` +
            `${enterprise.name} is ${formatMoney(enterprise.monthlyPrice)} per month for unlimited properties, with volume-based pricing: contact us for a quote.`,
        ],
        link: { to: paths.subscribe, label: "See the storage plans" },
      },
      {
        question: "Can I change my plan later?",
        answer: [
          "Yes, in My Services. You see what the change costs before you confirm it; the difference goes on your next bill.",
        ],
      },
    ],
  },
  {
    id: "trees",
    title: "Christmas trees",
    questions: [
      {
        question: "What does a delivered tree cost?",
        answer: [
          ...treePrices,
          `Add-ons: ${listed(catalog.treeAddOns.map(({ name, price }) => `${name} ${formatMoney(price)}`))}.`,
        ],
        link: { to: paths.trees, label: "Order a tree" },
      },
      {
        question: "When will my tree arrive?",
        answer: [
          "Pick the day that suits you when you order. We'll call you within 24 hours to confirm the day and time.",
        ],
      },
      {
        question: "Will you set the tree up?",
        answer: [
          "The Premium 8-10 ft Tree comes with full-service setup: we place it inside and set it up. The other trees are dropped off at your address.",
        ],
      },
      {
        question: "Will you pick up the tree after Christmas?",
        answer: [
          `Yes, if you add End of Season Christmas Tree Disposal (${formatMoney(disposal?.price ?? 0)}) to your order. We haul it away in January.`,
        ],
      },
    ],
  },
  {
    id: "account",
    title: "Where we work, and your account",
    questions: [
      {
        question: "Where do you work?",
        answer: [
          `On the New Hampshire Seacoast, based in Portsmouth: ${business.cities}. Somewhere nearby? Choose Other in the quote form and tell us where.`,
        ],
      },
      {
        question: "Will you text me?",
        answer: [
          "Only if you check the box for it on a form or turn texts on in My Services. Then we text you short news about your quote or order: about 2 to 10 automated texts per order. Msg & data rates may apply.",
          "Reply STOP to stop them or HELP for help, or turn them off in My Services. You don't have to agree to get a quote or to buy anything, and we never pass your number on for advertising.",
        ],
        link: { to: paths.terms, label: "Read the terms" },
      },
      {
        question: "Do I need an account?",
        answer: [
          "Not for a quote, a tree or an invoice. The link in our emails opens yours without a password: you can read it, accept or pay it, and see your day. With an account under the same email address, all of them are in one place. Storage needs an account.",
        ],
      },
    ],
  },
];

/** The questions and answers as structured data for search engines (schema.org FAQPage). */
export function faqStructuredData() {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: topics
      .flatMap(({ questions }) => questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
      })),
  };
}
