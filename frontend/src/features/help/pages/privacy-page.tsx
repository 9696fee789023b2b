import { business } from "~/lib/business";
import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { OwnerText } from "../components/owner-text";
import { Paragraphs, TextPage } from "../components/text-page";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Privacy",
    description:
      "What this site stores about you, why and for how long, who gets it, which cookies it uses, and how to ask for a copy, a correction or deletion.",
    path: paths.privacy,
  });
}

/** Each paragraph describes what the server does; the periods are those of its housekeeping (docs/operations.md). */
const sections = [
  {
    id: "what-we-store",
    title: "What we store",
    paragraphs: [
      "When you request a quote: your name, email address, phone number, city, what you'd like lit, the day you'd prefer, your comments and how you'd like to be contacted.",
      "When you order a tree: your name, email address, phone number, delivery address, what you ordered and your instructions.",
      "With both, if you tell us: how you heard about us. If a link in one of our ads, emails or mailings brought you here, also the name of the campaign in that link.",
      "When you create an account: your name and email address. Your password is stored only as a hash, which can't be turned back into the password. You can also save addresses, write comments on your quotes, and subscribe to storage.",
      "From our side: prices, visits, invoices, payments, notes about calls with you, and who on our staff changed what.",
      "We use all of this to answer you, do the work and bill it. This site has no advertising, and no analytics from other companies.",
    ],
  },
  {
    id: "how-long",
    title: "How long we keep it",
    paragraphs: [
      "A request that came to nothing, a canceled tree order without a payment and an answered question is deleted after 24 months. Accounts and finished work are kept until you have them erased.",
      "When you have your data erased, it is deleted at once, except invoices, payments, what you accepted and your consents: these are kept for 7 years, as tax law asks, where no list and no search finds them, and deleted after that. What remains in our books, such as the amount of a paid invoice, no longer has your name.",
      "The text of an email about your quotes, orders or invoices is deleted after 12 months, and of one about your account, such as a sign-in code, as soon as it has been sent. That it was sent, to whom and when, stays.",
      "An account whose email address isn't confirmed is deleted after about a day. A session, with the network address and browser it was started from, ends after two weeks at the latest.",
      "To limit abuse, the site counts forms sent from each network address, and deletes the counts within two hours. So that sending a form twice doesn't order twice, it keeps its reply to each form for two days. The log of sign-ins and other security events contains network addresses, without names or email addresses.",
      "What is deleted stays in our backups until those expire.",
    ],
  },
  {
    id: "who-gets-it",
    title: "Who else gets it",
    paragraphs: [
      "Stripe, our payment provider, if you pay or subscribe here: your email address and name, what you pay and what for. Your card details go directly to Stripe; we see only its brand and last four digits. If you ask for it, Stripe saves the card for next time, until you remove it in My Services. Stripe's code is loaded only on the pages where you pay or update a card.",
      "Our email provider delivers our emails to you. If you get texts, Twilio delivers them: it gets your number and what they say.",
      "If you choose to sign in with Google, Google tells us your name, email address and picture, and learns that you signed in here.",
      "The site passes it on to no one else.",
    ],
  },
  {
    id: "cookies",
    title: "Cookies and your browser",
    paragraphs: [
      "The site sets only cookies that it needs: one keeps you signed in, one protects forms from being sent by other sites, one marks the browsers you signed in with so that we can tell you about a sign-in from another one, and a short-lived one carries a notice from one page to the next. A link in our emails sets one that opens that quote, order or invoice in this browser. None is used to follow you.",
      "Your browser also remembers, for this site only, the theme you chose and, until you close the tab, what you typed into a form you haven't sent, and the confirmation of the last one you sent. Signing out deletes both. It also remembers the campaign in the link that brought you here, until you close the tab.",
      "On pages where you pay or update a card, Stripe may set cookies of its own to prevent fraud.",
    ],
  },
  {
    id: "contact",
    title: "How we contact you",
    paragraphs: [
      "This site sends confirmations, prices, invoices, receipts, reminders, and messages about your account. They come by email, and short news by text if you checked the box for it. There is no newsletter. We also call you, for example to confirm a delivery.",
      "Texts: you can stop them any time by replying STOP or in My Services; reply HELP for help. Msg & data rates may apply. We keep for seven years when and how you agreed to texts or stopped them. Your agreement and number are never passed on for advertising.",
    ],
  },
] as const;

/** What the site stores, in plain sentences. */
export default function PrivacyPage() {
  return (
    <TextPage
      title="Privacy"
      lead="What we store about you, why, and for how long."
      sections={[
        ...sections.map(({ paragraphs, ...section }) => ({
          ...section,
          content: <Paragraphs>{paragraphs}</Paragraphs>,
        })),
        {
          id: "your-choices",
          title: "Your choices",
          content: (
            <>
              <Paragraphs>
                {[
                  "Signed in, you can change your name, email address, saved addresses and password, and end your sessions on other devices.",
                  "In My Services, under Your data, you can download everything we know about you, or have it erased. Erasing waits while a visit or delivery is still to come, something is left to pay, a dispute is open, a storage plan runs or we store things of yours.",
                  `If you have no account, or for a correction, call ${business.phone} or email ${business.email}. We'll first make sure it's really you.`,
                ]}
              </Paragraphs>
              <OwnerText url={business.privacyUrl}>our full privacy policy</OwnerText>
            </>
          ),
        },
      ]}
    />
  );
}
