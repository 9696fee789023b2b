import { HouseChoices, tapHouse, useHouse } from "~/features/quotes";

const asText = (value: number | null | undefined) => (value ? String(value) : "");

/** The stories and width of the visitor's own house, which the quote form takes over. */
export function HouseTaps() {
  const { storeys, frontWidthFeet } = useHouse();
  return (
    <HouseChoices
      storeys={{
        name: "look-stories",
        value: asText(storeys),
        onValueChange: (value) => tapHouse({ storeys: Number(value) }),
      }}
      frontWidthFeet={{
        name: "look-width",
        value: asText(frontWidthFeet),
        onValueChange: (value) => tapHouse({ frontWidthFeet: Number(value) }),
      }}
      onClear={
        storeys || frontWidthFeet ? () => tapHouse({ storeys: null, frontWidthFeet: null }) : undefined
      }
    />
  );
}
