import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { TextPage } from "../components/text-page";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Privacy",
    description:
      "What this site stores about you, why and for how long, who gets it, which cookies it uses, and how to ask for a copy, a correction or deletion.",
    path: paths.privacy,
  });
}

export default function PrivacyPage() {
  return <TextPage page="privacy" title="Privacy" lead="What we store about you, why, and for how long." />;
}
