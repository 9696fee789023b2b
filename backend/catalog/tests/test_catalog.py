"""What the business sells, and for how much."""

from rest_framework.test import APIClient


def test_anyone_reads_the_catalogue(guest: APIClient) -> None:
    catalog = guest.get("/api/catalog").json()
    assert [(package["id"], package["startingPrice"]) for package in catalog["packages"]] == [
        ("basic", "299.00"),
        ("premium", "599.00"),
        ("commercial", None),
    ]
    assert [(tree["price"], tree["deliveryPrice"]) for tree in catalog["treeSizes"]] == [
        ("70.00", "30.00"),
        ("100.00", "40.00"),
        ("150.00", "60.00"),
    ]
    assert {add_on["id"]: add_on["price"] for add_on in catalog["treeAddOns"]} == {
        "includeTreeStand": "20.00",
        "includeTreeLights": "20.00",
        "includeWreaths": "50.00",
        "includeDisposal": "50.00",
    }
    assert {plan["id"]: plan["monthlyPrice"] for plan in catalog["storagePlans"]} == {
        "consumer": "15.00",
        "business": "25.00",
        "enterprise": "30.00",
    }
    assert catalog["checkoutAmount"] == "599.00"
