import { useReducer } from "react";
import { type AddOn, type Bulbs, firstOfCycle, initialLook, type Look, nextOfCycle } from "./look";

interface State {
  look: Look;
  /** The bulbs on the house: the selected ones, or the current ones of the color cycle. */
  shownBulbs: Bulbs;
  /** Whether the visitor has changed anything. Until then, nothing fades in or out. */
  changed: boolean;
}

type Action =
  | { type: "package"; servicePackage: Look["servicePackage"] }
  | { type: "addOn"; addOn: AddOn; on: boolean }
  | { type: "bulbs"; bulbs: Bulbs }
  | { type: "open"; look: Look }
  | { type: "step" };

function withAddOn(state: State, addOn: AddOn, on: boolean): State {
  const others = state.look.addOns.filter((id) => id !== addOn);
  const look = { ...state.look, addOns: on ? [...others, addOn] : others };
  if (addOn !== "rgb") return { ...state, look, changed: true };
  return { look, shownBulbs: on ? firstOfCycle : look.bulbs, changed: true };
}

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "package":
      return { ...state, look: { ...state.look, servicePackage: action.servicePackage }, changed: true };
    case "addOn":
      return withAddOn(state, action.addOn, action.on);
    case "bulbs":
      // While colors change, the selected bulbs show at once and the cycle continues from them.
      return { look: { ...state.look, bulbs: action.bulbs }, shownBulbs: action.bulbs, changed: true };
    case "open":
      return {
        look: action.look,
        shownBulbs: action.look.addOns.includes("rgb") ? firstOfCycle : action.look.bulbs,
        changed: true,
      };
    case "step":
      return { ...state, shownBulbs: nextOfCycle(state.shownBulbs) };
  }
}

/** Return the look on the house and its dispatch function. */
export function useLook() {
  return useReducer(reduce, { look: initialLook, shownBulbs: initialLook.bulbs, changed: false });
}

export type LookAction = Action;
