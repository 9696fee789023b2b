import * as z from "zod";
import { text } from "~/lib/zod-messages";
import type { Business, BusinessChanges } from "./api";

/** The details as the form has them: cities one per line. */
export type BusinessValues = Record<BusinessField, string>;
export type BusinessField = Exclude<keyof Business, "hours" | "updatedAt" | "updatedBy">;

/** The fields in the order of the form. */
export const businessLabels: Record<BusinessField, string> = {
  name: "Business name",
  phone: "Phone number",
  email: "Email",
  address: "Mailing address",
  openingHours: "Opening hours",
  cities: "Cities you work in",
  license: "License and insurance",
  reviewsUrl: "Reviews",
  photosUrl: "Photos of your work",
  instagramUrl: "Instagram",
  facebookUrl: "Facebook",
  termsUrl: "Your own terms",
  privacyUrl: "Your own privacy policy",
};

const businessFields = Object.keys(businessLabels) as BusinessField[];

const url = text({ max: 500 });

/** What the form checks before it sends; the server checks the rest. */
export const businessSchema = z.object({
  name: text({ min: 1, max: 60, message: "Enter the name" }),
  phone: text({ min: 1, max: 30, message: "Enter the phone number" }),
  email: text({ min: 1, max: 254, message: "Valid email is required" }),
  address: text({ max: 200 }),
  openingHours: text({ max: 200 }),
  cities: text({ min: 1, max: 2000, message: "Enter at least one city" }),
  license: text({ max: 200 }),
  reviewsUrl: url,
  photosUrl: url,
  instagramUrl: url,
  facebookUrl: url,
  termsUrl: url,
  privacyUrl: url,
});

/** Return the form's values for the business. */
export function valuesOf(business: Business): BusinessValues {
  return { ...pick(business), cities: business.cities.join("\n") };
}

function pick(business: Business): BusinessValues {
  const entries = businessFields.map((field) => [field, String(business[field])]);
  return Object.fromEntries(entries) as BusinessValues;
}

/** Return the request's body for the fields that differ. */
export function changesOf(before: BusinessValues, now: BusinessValues): BusinessChanges {
  const changed = businessFields.filter((field) => before[field] !== now[field]);
  return Object.fromEntries(
    changed.map((field) => [field, field === "cities" ? citiesIn(now.cities) : now[field]]),
  );
}

function citiesIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
