import { FieldGroup } from "~/ui/field";
import { Tooltip } from "~/ui/tooltip";
import { type Bulbs, bulbChoices, bulbsInWords } from "../look";

interface BulbChoiceProps {
  /** The bulbs on the house. */
  value: Bulbs;
  /** Whether color changing is selected: the swatches then follow the house, and selecting one continues from there. */
  changing: boolean;
  onChange: (bulbs: Bulbs) => void;
}

/** Four swatches of bulb colors. The legend names the selected one, since color must not be the only signal. */
export function BulbChoice({ value, changing, onChange }: BulbChoiceProps) {
  const chosen = bulbsInWords(value).toLowerCase();
  return (
    <FieldGroup label={`Bulbs: ${changing ? "changing colors" : chosen}`} radio>
      <div className="flex flex-wrap gap-2">
        {bulbChoices.map(({ id, name, colors }) => (
          <Tooltip key={id} text={name}>
            <label className="ring-within relative grid size-target place-items-center rounded-md border-[1.5px] border-border-strong bg-harbor-900 has-checked:not-has-focus-visible:outline-[2.5px] has-checked:not-has-focus-visible:outline-offset-2 has-checked:not-has-focus-visible:outline-selected-border forced-colors:has-checked:not-has-focus-visible:outline-[Highlight]">
              <input
                type="radio"
                name="bulbs"
                value={id}
                checked={id === value}
                onChange={() => onChange(id)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                aria-label={name}
              />
              <span aria-hidden className="grid grid-cols-2 gap-[3px]">
                {colors.map((color, place) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: four fixed bulbs
                    key={place}
                    className="size-[9px] rounded-full forced-color-adjust-none"
                    style={{ background: `var(--color-bulb-${color})` }}
                  />
                ))}
              </span>
            </label>
          </Tooltip>
        ))}
      </div>
    </FieldGroup>
  );
}
