import { describe, expect, it } from "vitest";
import { allowsLedger } from "../../../../src/main/support/system-facts.ts";

/** A udev rule counts only if it opens the interface that Countersign uses, for every Ledger. */

describe("a udev rule file", () => {
	it.each([
		[
			"Countersign's own",
			'# note\nSUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess"\nKERNEL=="hidraw*", ATTRS{idVendor}=="2c97", MODE="0660", TAG+="uaccess"\n',
		],
		["Ledger's own", 'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", MODE="0666"'],
		["one on two lines", 'KERNEL=="hidraw*", \\\n ATTRS{idVendor}=="2C97", TAG+="uaccess"'],
		["one by subsystem", 'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="2c97", TAG+="uaccess"'],
	])("allows a Ledger: %s", (_, rules) => {
		expect(allowsLedger(rules)).toBe(true);
	});

	it.each([
		["for the usb subsystem only", 'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess"'],
		["that is commented out", '#KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", MODE="0666"'],
		["for one product", 'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", ATTRS{idProduct}=="0000", MODE="0666"'],
		["for another vendor's product", 'KERNEL=="hidraw*", ATTRS{idVendor}=="1234", ATTRS{idProduct}=="2c97"'],
		["that allows nothing", 'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", ENV{X}="1"'],
	])("does not allow a Ledger by a line %s", (_, rules) => {
		expect(allowsLedger(rules)).toBe(false);
	});
});
