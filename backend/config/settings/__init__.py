"""All settings. Every value that differs between installations comes from the environment (`.env.example`).

Outside DEBUG, startup fails and names the settings that are missing.
"""

from config.settings.accounts import *
from config.settings.api import *
from config.settings.base import *
from config.settings.business import *
from config.settings.care import *
from config.settings.messages import *
from config.settings.pages import *
from config.settings.payments import *
