import { Fragment } from "react";

/** An email address that wraps only before its @ or a dot of its domain. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf("@");
  const [name, ...points] = address.slice(at).split(".");
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {name}
      {points.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay where they are
        <Fragment key={index}>
          <wbr />.{part}
        </Fragment>
      ))}
    </>
  );
}
