/** What a hardware wallet says, and what to do about it. */
export const device = {
	"device.answered": "(The device answered {status}.)",
	"device.app-too-old": "The {app} app on the device is too old. Update it in Ledger Wallet.",
	"device.apps.either": "the Ethereum or the Solana app",
	"device.apps.one": "the {app} app",
	"device.bad-answer":
		"The device answered with something that no genuine app answers. It was thrown away. Check the device with Ledger Wallet before you use it again.",
	"device.bad-message":
		"Countersign could not put this to the device. Restart Countersign, and tell us if it happens again.",
	"device.blind-signing-off":
		"The device can’t show all of this, and the {app} app’s settings forbid blind signing. If the device shows a notice, press both buttons to leave it. Allow blind signing in the app’s settings only if you trust the review here.",
	"device.not-described":
		"The {app} app did not take Ledger’s description of this, so it would show less than the review said. Look at the request again: it now says what the device shows.",
	"device.busy":
		"Another program is using the device. Close Ledger Wallet, or the other wallet, and try again.",
	"device.clear":
		"If the device still shows the request, reject it there. Approve again here when you want to sign it.",
	"device.comes-next": "Your Ledger is asked about another request; this one comes next.",
	"device.condition.app-too-old":
		"The {app} app on the {model} is too old ({version}; at least {oldest} is needed). Update it in Ledger Wallet.",
	"device.condition.asking": "The {model} is asking you something. Read it there and answer it there.",
	"device.condition.blind-signing-off": "Its blind signing is off, so that it signs only what it can show.",
	"device.condition.dashboard": "The {model} is unlocked, and no app is open. Open {apps}.",
	"device.condition.looking": "Looking at the {model}.",
	"device.condition.none": "No Ledger is plugged in. Plug it in and unlock it.",
	"device.condition.ready": "The {app} app is open on the {model}.",
	"device.condition.wrong-app": "The {open} app is open on the {model}. Open {apps} instead.",
	"device.dashboard": "No app is open on the device. Open the {app} app.",
	"device.failed":
		"Countersign could not reach Ledger devices on this computer. On Linux, libusb and libudev must be installed (on Debian and Ubuntu: libusb-1.0-0 and libudev1); then restart Countersign.",
	"device.gone": "{device} is not plugged in. Plug it in and unlock it.",
	"device.leave": "If the device still shows a question, answer it or reject it there.",
	"device.locked": "{device} is locked. Enter its PIN.",
	"device.no-app": "The {app} app is not installed on the device. Install it with Ledger Wallet.",
	"device.none-has-account":
		"None of the Ledgers that are plugged in has the account {address} at {path}. Plug in the {model} on which you added it, with the same recovery phrase and passphrase.",
	"device.other-device":
		"The device has another account at this path: it is another Ledger, or was set up with another recovery phrase or passphrase. Plug in the account’s own device.",
	"device.outcome-unknown":
		"Nobody knows what became of the request: the device may have signed it, but its answer did not arrive.",
	"device.permission":
		"The system does not let Countersign open the device. On Linux, add the udev rule that is shown, then plug the device in again.",
	"device.plug-in-account": "Plug in your {model} and unlock it: it has the account {address} ({path}).",
	"device.refused": "The device refused this. Try again.",
	"device.rejected": "You said no on the device.",
	"device.rejected.address":
		"You said on the device that the address is not the same. If that is so, don’t use this account: remove it here, and check the device with Ledger Wallet. Otherwise show it again.",
	"device.right-app": "right",
	"device.safe": "Nothing was signed or sent.",
	"device.status.another-app": "Another app is open on the device. Open the {app} app and try again.",
	"device.status.app-closed": "The {app} app was closed. Open it again and try again.",
	"device.status.app-failed":
		"The {app} app failed by itself. Close the app on the device, open it again and try again.",
	"device.status.app-missing":
		"The device does not have this app. Install it with Ledger Wallet and try again.",
	"device.status.app-name":
		"The device did not accept the app’s name. Open the {app} app on the device yourself.",
	"device.status.app-not-expected":
		"The {app} app did not expect this now. Close the app on the device, open it again and try again.",
	"device.status.app-not-known":
		"The device does not know this app. Install it with Ledger Wallet and try again.",
	"device.status.app-waited": "The {app} app waited too long. Try again.",
	"device.status.blind-signing":
		"The {app} app can’t show what this does, and its settings forbid to sign it unseen. Allow blind signing in the app’s settings if you want to sign it.",
	"device.status.chain-number":
		"The {app} app can’t show this chain’s number. Update the app in Ledger Wallet and try again.",
	"device.status.command":
		"The {app} app does not know the command. Update the app in Ledger Wallet and try again.",
	"device.status.crypto": "The device failed at its own cryptography. Restart it and try again.",
	"device.status.damaged":
		"The {app} app found damage in the request. Plug the device in again and try again.",
	"device.status.device-fault":
		"The device found a fault in its own software. Update it with Ledger Wallet and try again.",
	"device.status.device-length":
		"The device found a length in the request wrong. Update the app in Ledger Wallet and try again.",
	"device.status.device-not-expected": "The device did not expect this now. Restart it and try again.",
	"device.status.form":
		"The {app} app does not know this form of the request. Update the app in Ledger Wallet and try again.",
	"device.status.halted": "The device has halted. Restart it and try again.",
	"device.status.interrupted": "The {app} app was interrupted. Open it again and try again.",
	"device.status.length":
		"The {app} app found the request too long or too short. Update the app in Ledger Wallet and try again.",
	"device.status.locked": "The device is locked. Enter its PIN and try again.",
	"device.status.locked-or-not-allowed":
		"The device is locked, or does not allow this. Enter its PIN and try again.",
	"device.status.memory": "The {app} app has too little memory for this. It can’t sign it.",
	"device.status.memory-or-path":
		"The {app} app has too little memory for this, or does not accept the account’s path. It can’t sign this.",
	"device.status.message-format": "The {app} app does not accept the message’s format. It can’t sign this.",
	"device.status.message-header": "The {app} app could not read the message’s header. It can’t sign this.",
	"device.status.message-too-long": "The message is too long for the {app} app. It can’t sign this.",
	"device.status.no-app": "No app is open on the device. Open the {app} app and try again.",
	"device.status.no-app-knows": "No app that knows the request is open. Open the {app} app and try again.",
	"device.status.no-key": "The device could not make a key. Restart it and try again.",
	"device.status.no-pin": "The device has no PIN yet. Set it up with Ledger Wallet and try again.",
	"device.status.no-review": "The {app} app has no review to go with this. Approve again here.",
	"device.status.no-space":
		"The device has no space left. Remove an app that you don’t need in Ledger Wallet and try again.",
	"device.status.not-set-up": "The device is not set up yet. Set it up with Ledger Wallet and try again.",
	"device.status.not-shown": "The {app} app could not show this. It can’t sign it.",
	"device.status.not-trusted":
		"The {app} app did not trust what was sent with the request. Update the app in Ledger Wallet and try again.",
	"device.status.other-account": "The {app} app was shown another account before. Approve again here.",
	"device.status.other-app": "The open app does not know the request. Open the {app} app and try again.",
	"device.status.other-app-on-device":
		"The open app does not know the request. Open the {app} app on the device and try again.",
	"device.status.other-content": "The {app} app was shown something else before. Approve again here.",
	"device.status.other-or-old-app":
		"The open app does not know the request. Open the {app} app, or update it in Ledger Wallet, and try again.",
	"device.status.part-invalid": "The {app} app found a part of the request invalid. It can’t sign this.",
	"device.status.plugin":
		"The {app} app lacks a part (a plugin) that this needs. Install it with Ledger Wallet and try again.",
	"device.status.recovery-mode":
		"The device is in recovery mode. Restart it with Ledger Wallet and try again.",
	"device.status.reference":
		"The {app} app misses something that this refers to. Close the app, open it again and try again.",
	"device.status.refused":
		"The {app} app refused this without saying why. Update the app in Ledger Wallet and try again.",
	"device.status.rejected": "You said no on the device. Ask again when you want to.",
	"device.status.starting":
		"The device is starting, or another app is open. Open the {app} app and try again.",
	"device.status.token-data":
		"The {app} app did not accept a token’s data. Update the app in Ledger Wallet and try again.",
	"device.status.too-long": "The request is too long for the {app} app. It can’t sign this.",
	"device.status.transaction-check":
		"The {app} app did not accept a check of the transaction. Turn transaction checks off in the app and try again.",
	"device.status.transaction-type":
		"The {app} app does not know this type of transaction. Update the app in Ledger Wallet, or use another account.",
	"device.status.unknown":
		"The device answered with {status}, which Countersign does not know. Close the app on the device, open it again and try again.",
	"device.status.unreadable":
		"The {app} app could not read the request. Plug the device in again and try again.",
	"device.status.unreadable-or-blind":
		"The {app} app could not read or show this. If the app’s settings forbid blind signing, allow it there; else the app can’t sign this.",
	"device.stopped":
		"The part of Countersign that talks to Ledger devices ended. It starts again by itself; try again.",
	"device.subject.any": "The device",
	"device.subject.model": "The {model}",
	"device.timeout": "{device} did not answer in time. Plug it in again and unlock it.",
	"device.timeout.opening": "The {app} app did not open in time. Open it on the device yourself.",
	"device.still-asking":
		"{device} may still show a question that was cut off. Reject it there first: asked for more before that, its app could crash.",
	"device.udev.reload": "Let the system read it, then plug the device in again:",
	"device.udev.write": "Write Ledger’s rule into {file}:",
	"device.unplugged": "{device} was unplugged, or its connection broke. Plug it in again.",
	"device.unsent": "Nothing was sent, and no funds moved by this.",
	"device.unsupported": "The {app} app can’t sign this. Use another account, or ask for it in another form.",
	"device.wrong-app":
		"The open app does not know the request. Open the {app} app, or update it in Ledger Wallet.",
	"device.wrong-app.named": "The {open} app is open on the device. Open the {app} app instead.",
} as const;
