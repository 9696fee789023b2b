import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { NotFoundDrawing } from "../components/not-found-drawing";

/** Keeps the URL out of search engines. */
export function meta() {
  return privatePageMeta("Page Not Found");
}

/** The page for unknown URLs. */
export default function NotFoundPage() {
  return (
    <Page className="wrap grid place-content-center justify-items-center gap-4 py-section text-center">
      <NotFoundDrawing className="w-80 max-w-full" />
      <h1>Page Not Found</h1>
      <p className="lead">We can't find that page. Start from the home page.</p>
      <ButtonLink to={paths.home} className="mt-2">
        Go to the home page
      </ButtonLink>
    </Page>
  );
}
