import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";

/**
 * Return somebody who uses the page. They don't check whether a dialog blocks what they click: the block ends a moment
 * after its dialog is gone, too late for them and too soon for a person. What an open dialog covers has no role, so it
 * isn't found.
 */
export const aPerson = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
