import { describe, expect, it, vi } from "vitest";
import { ApiError } from "~/api/errors";
import { applyServerErrors, errorSummary } from "./form-errors";

describe("the error summary", () => {
  it("spells out the number", () => {
    expect(errorSummary(["email"])).toBe("One thing needs another look: email.");
    expect(errorSummary(["phone number", "email"])).toBe(
      "Two things need another look: phone number and email.",
    );
    expect(errorSummary(["full name", "phone number", "email"])).toBe(
      "Three things need another look: full name, phone number and email.",
    );
  });
});

describe("the server's messages", () => {
  const refusal = (errors: Record<string, string[]>) =>
    new ApiError(400, "400: …", { message: "City is required", errors });

  it("are shown on their fields", () => {
    const setError = vi.fn();
    expect(applyServerErrors(refusal({ city: ["City is required"] }), ["city"], setError)).toBeNull();
    expect(setError).toHaveBeenCalledWith("city", { type: "server", message: "City is required" });
  });

  it("are shown above the form if it lacks the field", () => {
    expect(applyServerErrors(refusal({ design: ["Unknown key"] }), ["city"], vi.fn())).toBe("Unknown key");
  });

  it("are shown above the form if they name no field", () => {
    const error = new ApiError(503, "503: …", { message: "We are closed for the night." });
    expect(applyServerErrors(error, ["city"], vi.fn())).toBe("We are closed for the night.");
  });
});
