"""The response of the catalog (see ``catalog.catalog_as_json``)."""

from rest_framework import serializers

from common.outputs import Dollars, Output


class PackageOutput(Output):
    """A light-installation package."""

    id = serializers.CharField()
    name = serializers.CharField()
    badge = serializers.CharField(allow_null=True)
    tagline = serializers.CharField()
    startingPrice = Dollars(allow_null=True)
    priceLabel = serializers.CharField()
    features = serializers.ListField(child=serializers.CharField())
    action = serializers.CharField()


class AddOnOutput(Output):
    """An extra on a light installation."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    startingPrice = Dollars(allow_null=True)
    priceLabel = serializers.CharField()


class CityOutput(Output):
    """A city of the quote form."""

    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not Field.label


class TreeSizeOutput(Output):
    """A delivered tree."""

    id = serializers.CharField()
    name = serializers.CharField()
    service = serializers.CharField()
    price = Dollars()
    deliveryPrice = Dollars()
    features = serializers.ListField(child=serializers.CharField())


class TreeAddOnOutput(Output):
    """An extra on a tree order."""

    id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    price = Dollars()


class StoragePlanOutput(Output):
    """A monthly storage plan."""

    id = serializers.CharField()
    name = serializers.CharField()
    audience = serializers.CharField()
    propertyLimit = serializers.CharField()
    maxProperties = serializers.IntegerField(allow_null=True)
    monthlyPrice = Dollars()
    features = serializers.ListField(child=serializers.CharField())
    action = serializers.CharField()


class CatalogOutput(Output):
    """Everything for sale."""

    currency = serializers.CharField()
    packages = PackageOutput(many=True)
    addOns = AddOnOutput(many=True)
    cities = CityOutput(many=True)
    treeSizes = TreeSizeOutput(many=True)
    treeAddOns = TreeAddOnOutput(many=True)
    storagePlans = StoragePlanOutput(many=True)
    checkoutAmount = Dollars()
