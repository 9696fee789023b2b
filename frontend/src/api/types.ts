/** Requests and answers of the API. One place, so that the generated schema can take over here. */
export interface CurrentUser {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  isAdmin: boolean;
}

export interface Address {
  id: string;
  label: string | null;
  street: string;
  city: string;
  state: string;
  zipCode: string;
  isDefault: boolean;
}

export type ServicePackage = "basic" | "premium" | "commercial";

export interface QuoteRequest {
  fullName: string;
  email: string;
  phone: string;
  city: string;
  streetAddress?: string;
  addressId?: string;
  servicePackage: ServicePackage;
  squareFootage?: number;
  preferredStartDate?: string;
  addOns?: string[];
  comments?: string;
  textUpdates?: boolean;
  communicationPreference?: "email" | "sms" | "phone";
  website?: string;
}

export interface Quote extends QuoteRequest {
  id: string;
  status: string;
  quoteAmount: string | null;
  createdAt: string;
}
