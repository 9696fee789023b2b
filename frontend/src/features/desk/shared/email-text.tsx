import { Fragment } from "react";

/** An e-mail address that breaks before its @ or a point of its domain, where it has to break. */
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
