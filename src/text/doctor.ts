import { type Message, message } from "../core/localized-text.ts";

export const DOCTOR_NAMES = {
	shell: message("doctor.name.shell"),
	sandbox: message("doctor.name.sandbox"),
	keychain: message("doctor.name.keychain"),
	tray: message("doctor.name.tray"),
	notifications: message("doctor.name.notifications"),
	badge: message("doctor.name.badge"),
	usb: message("doctor.name.usb"),
	udev: message("doctor.name.udev"),
	fonts: message("doctor.name.fonts"),
	clock: message("doctor.name.clock"),
	network: message("doctor.name.network"),
} as const satisfies Readonly<Record<string, Message>>;

export const DOCTOR_STATES = {
	ok: message("doctor.state.ok"),
	caution: message("doctor.state.caution"),
	bad: message("doctor.state.bad"),
	unknown: message("doctor.state.unknown"),
} as const satisfies Readonly<Record<string, Message>>;
