import type { CSSProperties } from "react";

const FLAKES = 30;

/** Return a seeded random generator, so that the prerendered flakes match the browser's. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function flakes(): CSSProperties[] {
  const random = createRandom(20);
  const between = (low: number, high: number, digits = 1) => (low + random() * (high - low)).toFixed(digits);
  return Array.from({ length: FLAKES }, () => ({
    "--x": `${between(0, 100)}%`,
    "--y": `${between(3, 88, 0)}%`,
    "--s": `${between(3, 8, 0)}px`,
    "--o": between(0.35, 0.85, 2),
    "--d": `${between(9, 19)}s`,
    "--l": `-${between(0, 19)}s`,
    "--w": `${between(-70, 70, 0)}px`,
  })) as CSSProperties[];
}

const places = flakes();

/** Thirty snowflakes over the hero. They don't move with reduced motion. */
export function Snow() {
  return (
    <div className="snow" aria-hidden="true">
      {places.map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <i key={index} style={place} />
      ))}
    </div>
  );
}
