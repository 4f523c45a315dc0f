"""What counts as a credential, and, as important, what doesn't.

The keys are put together from two parts, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebost.analysis.secrets import Secret, describe, find_secrets

BODY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"

KEYS = {
    "API key (sk-...)": ["sk-" + BODY, "sk-" + "proj-" + BODY, "sk-" + "ant-api03-" + BODY],
    "GitHub token": ["ghp_" + BODY, "gho_" + BODY, "github_pat_" + BODY],
    "GitLab token": ["glpat-" + BODY[:20]],
    "AWS access key": ["AKIA" + "IOSFODNN7EXAMPLE", "ASIA" + "1234567890ABCDEF"],
    "Slack token": ["xoxb-" + "123456789012-abcdef", "xapp-" + "1-A0123-456"],
    "Slack webhook": ["https://hooks." + "slack.com/services/T01234567/B01234567/" + BODY[:24]],
    "Discord webhook": ["https://discord.com" + "/api/webhooks/123456789012345678/" + BODY],
    "Google API key": ["AIza" + BODY[:35]],
    "Google token": ["ya29." + BODY, "GOCSPX-" + BODY[:28]],
    "Stripe key": ["sk_" + "live_" + BODY[:24], "rk_" + "test_" + BODY[:24], "whsec_" + BODY[:32]],
    "npm token": ["npm_" + BODY[:36]],
    "PyPI token": ["pypi-" + BODY + BODY],
    "Hugging Face token": ["hf_" + BODY[:34]],
    "SendGrid key": ["SG." + BODY[:22] + "." + BODY],
    "Telegram bot token": ["123456789" + ":AA" + BODY[:33]],
    "API token": ["gsk_" + BODY, "dop_v1_" + BODY, "hvs." + BODY],
    "Twilio key": ["SK" + "0123456789abcdef" * 2],
    "Mailchimp key": ["0123456789abcdef" * 2 + "-us12"],
    "Square key": ["sq0csp-" + BODY],
    "Artifactory token": ["AKC" + BODY[:20]],
    "Databricks token": ["dapi" + "0123456789abcdef" * 2],
    "age private key": ["AGE-SECRET-KEY-1" + BODY.upper()],
    "JSON web token": ["eyJ" + "hbGciOiJI.eyJ" + "zdWIiOiIx.c2lnbmF0dXJl"],
    "payment card number": ["4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005"],
}


@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, keys in KEYS.items() for key in keys])
@pytest.mark.parametrize("frame", ["{}", "el servei fa servir {} des d'ahir", "look: ({}).", "a\n`{}`\nb"])
def test_a_key_is_found_by_the_form_its_issuer_gives_it(kind: str, key: str, frame: str) -> None:
    text = frame.format(key)
    (secret,) = find_secrets(text)
    assert (secret.kind, text[secret.start : secret.end]) == (kind, key)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the password is hunter2", "hunter2"),
        ("The password for the wifi is hunter2, ask Jon.", "hunter2"),
        ("password: swordfish", "swordfish"),
        ("Password = Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("the password is now 12345678.", "12345678"),
        ('the password is "swordfish" for both', "swordfish"),
        ("The password is Swordfish.", "Swordfish"),
        ("wifi password hunter22", "hunter22"),
        ("passphrase: correct-horse-battery-9", "correct-horse-battery-9"),
        ("pwd: qWerty", "qWerty"),
        ("la contrasenya és gat1234", "gat1234"),
        ("contrasenya: tramuntana", "tramuntana"),
        ("la contrasenya del correu és Xarxa!99", "Xarxa!99"),
        ("**Contrasenya:** `m1stral`", "m1stral"),
        ("clau del wifi: Vent0ra", "Vent0ra"),
        ("la contraseña es X9y8z7", "X9y8z7"),
        ("la contrasen\u0303a es X9y8z7", "X9y8z7"),
        ("contraseña del banco: pera2024", "pera2024"),
        ("la clave del wifi es Luna2020", "Luna2020"),
        ("PIN 1234", "1234"),
        ("El PIN de la targeta és 4821.", "4821"),
        ("pin: 0000", "0000"),
        ("OPENAI_API_KEY=" + "sk-abc123...", "sk-abc123..."),
        ('api_key: "9f8e7d6c5b4a"', "9f8e7d6c5b4a"),
        ("export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
        ("the API key is 9f8e7d6c5b4a3210", "9f8e7d6c5b4a3210"),
        ("PGPASSWORD=swordfish psql", "swordfish"),
        ("Server=db;Uid=sa;Password=abcd;", "abcd"),
        ("restic --password swordfish", "swordfish"),
        ("Authorization: Bearer " + BODY, BODY),
        ("postgres://anna:s3cret@db.example/app", "s3cret"),
        ("redis://:p4ss@localhost:6379/0", "p4ss"),
        ("mongodb+srv://app:pass@cluster.example", "pass"),
        ("pass tomaquet77", "tomaquet77"),
        ("Pass: hunter22", "hunter22"),
        ("el pass del NAS és tomaquet77", "tomaquet77"),
        ("clau wifi: patata-2024", "patata-2024"),
        ("clau de la wifi de casa patata-2024.", "patata-2024"),
        ("wifi clau patata2024", "patata2024"),
        ("clave wifi casa1234", "casa1234"),
        ("contra del wifi: casa1234", "casa1234"),
        ("contraseña del wifi casa1234", "casa1234"),
        ("contrasenya wifi de casa patata2024", "patata2024"),
        ("contrasenya correu feina: tomaquet-99", "tomaquet-99"),
        ("password for the wifi casa1234", "casa1234"),
        ("wifi key patata2024, upstairs", "patata2024"),
        ("mot de passe du wifi casa1234", "casa1234"),
        ("usuario ana clave hunter22", "hunter22"),
        ("usuari: anna / hunter22", "hunter22"),
        ("pw: hunter22", "hunter22"),
        ("passcode 482913", "482913"),
        ("PuTTY-User-Key-File-2: ssh-rsa", "PuTTY-User-Key-File-2: ssh-rsa"),
        ("//npm.example/:_authToken=1b2c3d4e-5f60-4711-8899-aabbccddeeff", "1b2c3d4e-5f60-4711-8899-aabbccddeeff"),
    ],
)
def test_a_value_that_follows_its_name_is_found(text: str, value: str) -> None:
    (secret,) = find_secrets(text)
    assert text[secret.start : secret.end] == value


@pytest.mark.parametrize(
    "text",
    [
        "the password is behind the calendar",
        "Wifi is BISCUITNET, guest password on the back of the spice rack door.",
        "the password is in 1Password",
        "password manager: 1Password",
        "Our password is 12 characters long",
        "the password is wrong",
        "Password: ask Anna",
        "password: TBD",
        "password: ********",
        "password: <your password>",
        "the password is required",
        "The password is Anna's birthday, backwards",
        "I keep each password in KeePassXC.",
        "password policy: 12-character minimum",
        "the passphrase hint is in the sealed envelope",
        "wifi: CanXeixa, sa contrasenya darrere es calendari de sa cuina",
        "La contrasenya és a la nevera, sota l'imant del Pedraforca.",
        "la contrasenya és nova",
        "la contrasenya és la de sempre",
        "gestor de contrasenyes: KeePassXC",
        "gestor de contrasenya: KeePassXC2",
        "la clau del gas és a l'armari",
        "la clau és darrere de la foto de l'Aneto",
        "Contraseña de administrador nueva en el sobre lacrado",
        "la contraseña es segura",
        "la contraseña es la misma que antes",
        "la clave importante es `citekey_style`",
        "la clave está pegada adentro de la alacena",
        "pg_dump | age -r $CLAU > mostassa.age",
        "PGPASSWORD=$DB_PASSWORD psql",
        "password=${DB_PASSWORD}",
        "OPENAI_API_KEY=your-key-here",
        "API_KEY=<key>",
        "set OPENAI_API_KEY in the environment",
        "MAX_TOKENS=4096 and token: JWT",
        "we use sk-learn-contrib-estimators and scikit-learn",
        "primary key: user_id, secret: none",
        "the secret: un carquinyoli i una presa de xocolata negra",
        "pip install npm_something pypi-server",
        "design token: color-gray-100",
        "the secret is feature/1234 in the old branch",
        "password hashing: argon2id, never md5",
        "Password reset links expire after 24h",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ anna@ordinador",
        "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----",
        "https://example.org:8080/a@b",
        "postgres://anna:$PASS@db.example/app",
        "postgres://anna@db.example/app",
        "IBAN ES91 2100 0418 4502 0005 1332",
        "order 4111 1111 1111 1112",
        "tel. 655 010 233, +34 655 010 233",
        "ISBN 9780306406157, IMEI 490154203237518",
        "pin 12 of the header, pinned 2024",
        "the PIN is on the back of the card",
        "Bearer of bad news since 2020",
        "commit 9f8e7d6c5b4a32109f8e7d6c5b4a32109f8e7d6c",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "the password is in the drawer",
        "pass the salt",
        "pass me the 2nd plate",
        "Pass 2FA codes to Anna",
        "ski pass 2024",
        "bus pass T10",
        "el pass de la T-usual",
        "They pass through gate B12",
        "The tests pass python311 by now",
        "The tests pass on ubuntu2204",
        "Pass the object to foo_bar2",
        "pass mark 5/10",
        "la clau del garatge és a casa la Marta",
        "clau USB 32GB",
        "clau pública id_ed25519.pub",
        "clau Allen 5mm",
        "palabra clave: python3",
        "clave: revisar el PR-231",
        "clave primaria id_user2",
        "la clave del piso es piso1234abc",
        "contrasenya del wifi: a la nevera",
        "contrasenya del wifi canviada estiu2024",
        "contraseña del wifi en la nevera",
        "en contra del wifi 5G",
        "contra del pla B2024beta",
        "wifi: 5GHz, eduroam",
        "wifi key behind the router",
        "key results Q3-2024",
        "wifi 802.11ac",
        "login: anna",
        "user: anna, since 2019",
        "password reset for user42",
        "pw: see Bitwarden",
        "password length 12-character",
        "the password field in form2",
        "pass covid-19",
        "AC0123 and SK0123",
        "he asks for 0123456789abcdef0123456789abcdef",
    ],
)
def test_what_only_speaks_of_a_credential_is_kept(text: str) -> None:
    assert find_secrets(text) == []


def test_a_private_key_is_found_whole_and_without_its_end_line_too() -> None:
    block = "-----BEGIN OPENSSH PRIVATE " + "KEY-----\nb3BlbnNzaC1rZXk\nAAAA\n-----END OPENSSH PRIVATE KEY-----"
    text = f"my key\n{block}\nthat was it"
    assert find_secrets(text) == [Secret(7, 7 + len(block), "private key")]
    cut = text[:55]
    assert find_secrets(cut) == [Secret(7, 55, "private key")]


def test_each_credential_of_a_text_is_found_once_and_in_order() -> None:
    text = f"password: hunter2\nGITHUB_TOKEN=ghp_{BODY}\ncard 4111111111111111"
    assert [secret.kind for secret in find_secrets(text)] == ["password", "GitHub token", "payment card number"]


def test_the_description_names_kind_and_place_and_never_the_value() -> None:
    text = f"first line\nthe key AKIA{'IOSFODNN7EXAMPLE'} and the password is hunter2"
    line = describe(text, find_secrets(text))
    assert line == "an AWS access key (line 2, column 9), a password (line 2, column 50)"
    assert describe("x", [Secret(0, 1, "PIN")] * 5).endswith("2 more")


@given(st.text())
def test_any_text_can_be_looked_at_and_what_is_found_lies_inside_it(text: str) -> None:
    end = 0
    for secret in find_secrets(text):
        assert end <= secret.start < secret.end <= len(text)
        end = secret.end


@given(st.text(max_size=30), st.text(max_size=30))
def test_a_key_is_found_whatever_stands_around_it(before: str, after: str) -> None:
    assert find_secrets(f"{before} ghp_{BODY} {after}")


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "password ",
        "sk-",
        "a://b:",
        "4",
        "a_",
        "a.-_",
        "token",
        "pass a ",
        "clau wifi ",
        "user: a/",
        "-----BEGIN PRIVATE KEY-----",
        "pin ",
        "eyJ.",
    ],
)
def test_time_grows_with_the_length_and_not_faster(unit: str) -> None:
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        best = min(_timed(text) for _ in range(3))
        return max(best, 0.0005)

    # Sixteen times the text: quadratic time would be 256 times, and a busy machine doesn't reach half of that.
    assert seconds(320_000) < 100 * seconds(20_000)


def _timed(text: str) -> float:
    start = time.perf_counter()
    find_secrets(text)
    return time.perf_counter() - start
