import { Picture, type PictureName } from "~/drawings/pictures";
import { cx } from "~/lib/cx";

const pictures: { name: PictureName; alt: string; caption: string; line: string }[] = [
  {
    name: "gallery-victorian",
    alt: "A Victorian house with a turret, lit along every roofline",
    caption: "Victorian Elegance",
    line: "Every line of turret, gable and porch traced by hand.",
  },
  {
    name: "gallery-installation",
    alt: "An installer on a ladder clips large bulbs along the eave",
    caption: "Professional Installation",
    line: "Clips, not staples. Every bulb straight.",
  },
  {
    name: "gallery-commercial",
    alt: "Brick storefronts around a lit town tree",
    caption: "Commercial Displays",
    line: "A downtown row that stays bright past closing.",
  },
];

/** Three captioned pictures, one of them tall. */
export function Gallery() {
  return (
    <section aria-labelledby="gallery-title" className="below-fold pb-section">
      <div className="wrap">
        <h2 id="gallery-title">Our Holiday Magic</h2>
        <p className="lead mt-[0.9rem]">Homes, crews and storefronts on the Seacoast.</p>
        <div className="mt-10 grid gap-5 min-[60rem]:grid-cols-[0.92fr_1fr] min-[60rem]:grid-rows-2 min-[60rem]:gap-7">
          {pictures.map(({ name, alt, caption, line }, place) => (
            <figure
              key={name}
              className="flex flex-col overflow-hidden rounded-panel bg-surface shadow-card dark:border dark:border-border dark:shadow-none min-[60rem]:first:row-span-2"
            >
              <div
                className={cx(
                  "below-fold aspect-4/3",
                  place === 0
                    ? "min-[60rem]:aspect-auto min-[60rem]:h-0 min-[60rem]:min-h-0 min-[60rem]:flex-1"
                    : "min-[60rem]:aspect-video",
                )}
              >
                <Picture name={name} alt={alt} className="size-full object-cover" />
              </div>
              <figcaption className="px-5 pt-[0.9rem] pb-[1.1rem]">
                <span className="display block text-xl leading-tight">{caption}</span>
                <span className="text-sm text-muted-foreground">{line}</span>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
