-- The properties of the subscriptions.
INSERT INTO storage_storagesubscription_addresses (storagesubscription_id, address_id)
SELECT s.id, a.id FROM storage_storagesubscription s JOIN accounts_address a USING (user_id)
WHERE starts_with(s.stripe_subscription_id, 'sub_season') AND s.status <> 'canceled'
