import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";
import { dismissToast, toast, useToast } from "./toast";

describe("toasts", () => {
  it("appear from anywhere, one at a time", async () => {
    renderAt("/", <p>page</p>);
    act(() => toast({ title: "Quote Updated" }));
    expect(await screen.findByText("Quote Updated")).toBeVisible();
    const mark = () => screen.getByRole("region", { name: /notifications/i }).querySelector("li svg");
    expect(mark()).toHaveClass("lucide-check");

    act(() => toast({ title: "Update Failed", description: "Try again", variant: "destructive" }));
    expect(await screen.findByText("Update Failed")).toBeVisible();
    expect(mark()).toHaveClass("lucide-triangle-alert");
    expect(screen.queryByText("Quote Updated")).not.toBeInTheDocument();
  });

  it("close with their button", async () => {
    const { person } = renderAt("/", <p>page</p>);
    act(() => toast({ title: "Job Updated" }));
    await screen.findByText("Job Updated");
    await person.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText("Job Updated")).not.toBeInTheDocument());
  });

  it("are reached with F8", async () => {
    renderAt("/", <p>page</p>);
    act(() => toast({ title: "Comment Added" }));
    await screen.findByText("Comment Added");
    fireEvent.keyDown(document, { code: "F8" });
    const region = screen.getByRole("region", { name: /notifications/i });
    expect(region.contains(document.activeElement)).toBe(true);
  });

  it("are not removed together with one that was dismissed long ago", () => {
    vi.useFakeTimers();
    const { result } = renderHook(useToast);
    act(() => toast({ title: "Job Updated" }));
    act(() => dismissToast());
    act(() => vi.advanceTimersByTime(999_000));
    act(() => toast({ title: "Quote Updated" }));
    act(() => vi.advanceTimersByTime(2_000));
    expect(result.current).toMatchObject({ title: "Quote Updated", open: true });
  });
});
