import { type ComponentProps, useId } from "react";
import { Link } from "react-router";
import { textConsent } from "~/api/catalog.gen";
import { business } from "~/lib/business";
import { paths } from "~/lib/paths";
import { Checkbox } from "./checkbox";

interface TextConsentProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  box: keyof typeof textConsent.boxes;
}

/** The checkbox to agree to text messages, with the terms that the server stores with the consent. */
export function TextConsent({ box, ...input }: TextConsentProps) {
  const id = useId();
  return (
    <div>
      <Checkbox aria-describedby={id} {...input}>
        {textConsent.boxes[box]}
      </Checkbox>
      <p id={id} className="pl-8 text-xs text-muted-foreground">
        {textConsent.terms.replace("{business}", business.name)} See our{" "}
        <Link className="text-link" to={paths.privacy}>
          privacy policy
        </Link>{" "}
        and{" "}
        <Link className="text-link" to={paths.terms}>
          terms
        </Link>
        .
      </p>
    </div>
  );
}
