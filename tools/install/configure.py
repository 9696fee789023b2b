"""``make configure``: asks for what the site needs, tries each value, and writes .env.

It can be run again: what is there is offered as the default, and secrets are kept. With ``--python PATH`` the product's
commands run with that Python instead of in its image, and nothing is started.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from install import dotenv
from install.product import PROJECT, Product
from install.questions import (
    Settings,
    ask_business,
    ask_mail,
    ask_site,
    ask_stripe,
    ask_texts,
    is_email,
    make_secrets,
)
from install.terminal import agree, ask, say

STEPS = (ask_site, ask_business, ask_mail, ask_stripe, ask_texts)


def main() -> int:
    """Ask for the settings, write them and start the site. Return the exit code, which is 1 if the owner stopped."""
    parser = argparse.ArgumentParser(prog="make configure", description=__doc__)
    parser.add_argument("--file", type=Path, default=PROJECT / ".env", help="the file to write")
    parser.add_argument("--python", help="a Python with the product's packages, for trials without Docker")
    options = parser.parse_args()
    product = Product(options.python)
    settings: Settings | None = None
    try:
        say("Building the product, which takes some minutes the first time …")
        product.build()
        settings = configure(options.file, product)
        if settings is not None and not options.python:
            start()
    except (KeyboardInterrupt, EOFError):
        done = "Nothing was changed."
        if settings is not None:
            done = "The settings are written; run make configure again for the last steps."
        say(f"\nStopped. {done}")
        return 1
    except FileNotFoundError as error:
        say(f"\n{error.filename} is not installed. Install it and run make configure again.")
        return 1
    except subprocess.CalledProcessError as error:
        say(f"\nThis failed: {' '.join(map(str, error.cmd))}\nCorrect it and run make configure again.")
        return 1
    return 0 if settings is not None else 1


def configure(file: Path, product: Product) -> Settings | None:
    """Ask all questions and write the file; return its settings, or None if the owner declined to write it."""
    before = dotenv.read(file)
    # The domain and mail server in the example file are only placeholders.
    known = {name: value for name, value in before.items() if "lights.example" not in value}
    settings: Settings = {**known, **make_secrets(known)}
    say("Press Enter to keep what is in brackets.")
    for step in STEPS:
        settings |= step(settings, product)
    return settings if _write(file, before, settings) else None


def _write(file: Path, before: Settings, settings: Settings) -> bool:
    """Write the changes, after asking if the file already exists. Return whether the file is now up to date."""
    changes = {name: value for name, value in settings.items() if before.get(name) != value}
    if not changes:
        say(f"\n{file.name} has all of this already.")
        return True
    say(f"\nTo be written to {file.name}: {', '.join(sorted(changes))}")
    if file.exists() and not agree(f"{file.name} exists. Change these lines", default=True):
        say("Nothing was changed.")
        return False
    template = file if file.exists() else PROJECT / ".env.example"
    dotenv.write(file, dotenv.changed(template.read_text(), changes))
    say(f"Written, readable only by you. {file.name} has the site's secrets: keep a copy in a safe place.")
    return True


def start() -> None:
    """Start the site, then run the steps that need it running. Raises CalledProcessError."""
    if not agree("\nStart the site now", default=True):
        say("Start it later with: docker compose up --detach, and run make configure again for the last steps.")
        return
    _compose("up", "--detach", "--wait")
    owner = ask("Your own email address, with which you open the desk", check=is_email)
    _in_web("make_admin", owner)
    if dotenv.read(PROJECT / ".env").get("STRIPE_SECRET_KEY"):
        _in_web("sync_stripe_catalog")
        _in_web("register_wallet_domain")
    say("\nLooking at the result:")
    _in_web("doctor")


def _in_web(*command: str) -> None:
    """Run a command of the product. If it fails, the owner sees its output and the next command still runs."""
    subprocess.run(["docker", "compose", "exec", "-T", "web", "python", "manage.py", *command], cwd=PROJECT)  # noqa: S603, S607


def _compose(*command: str) -> None:
    subprocess.run(["docker", "compose", *command], cwd=PROJECT, check=True)  # noqa: S603, S607


if __name__ == "__main__":
    sys.exit(main())
