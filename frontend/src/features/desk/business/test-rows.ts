import type { Business, EditedText } from "./api";

export const business: Business = {
  name: "Seacoast Holiday Lights",
  phone: "(603) 555-0148",
  email: "hello@lights.example",
  address: "12 Bow Street",
  cities: ["Portsmouth", "Dover"],
  openingHours: "Mo-Fr 08:00-17:00",
  hours: "Monday to Friday, 8 AM to 5 PM",
  license: "HIC 204",
  reviewsUrl: "https://reviews.example/",
  photosUrl: "https://photos.example/",
  instagramUrl: "https://instagram.example/",
  facebookUrl: "https://facebook.example/",
  privacyUrl: "https://privacy.example/",
  termsUrl: "https://terms.example/",
  updatedAt: "2026-11-20T15:00:00Z",
  updatedBy: "Nora Field",
};

export const faq: EditedText = {
  page: "faq",
  number: 3,
  markdown: "## About us",
  updatedAt: "2026-11-20T15:00:00Z",
  updatedBy: "Nora Field",
  placeholders: [
    { name: "phone", value: "(603) 555-0148" },
    { name: "address", value: "" },
  ],
};
