import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "~/lib/cx";

interface FormTitleProps {
  as: "h2" | "h3";
  /** Whether the form has replaced its confirmation again: the button that did so is gone, so the focus moves here. */
  focused: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The heading of a form that is replaced by a confirmation after sending. */
export function FormTitle({ as: Heading, focused, id, className, children }: FormTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <Heading ref={heading} id={id} tabIndex={-1} className={cx("rounded-sm", className)}>
      {children}
    </Heading>
  );
}
