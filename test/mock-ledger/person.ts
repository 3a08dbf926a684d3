import type { Device, Prompt } from "./device.ts";

/** User who holds the device and presses its buttons or touches its screen. */

export interface PersonPlan {
	/** `wait` leaves the question on the screen. */
	readonly decide: "approve" | "reject" | "wait";
	/** Time that it takes them, in ms. */
	readonly afterMs: number;
}

/** No review has as many pages. */
const MAX_PRESSES = 2000;

export class Person {
	plan: PersonPlan;
	private readonly device: Device;
	private acting: NodeJS.Timeout | null = null;

	constructor(device: Device, plan: PersonPlan) {
		this.device = device;
		this.plan = plan;
	}

	/** Reads the screen and decides a question as planned. */
	look(): void {
		this.leave();
		const { prompted } = this.device;
		const { decide, afterMs } = this.plan;
		if (prompted === null || decide === "wait") return;
		this.acting = setTimeout(() => {
			this.acting = null;
			if (this.device.prompted === prompted) this.act(decide);
		}, afterMs);
	}

	leave(): void {
		if (this.acting !== null) clearTimeout(this.acting);
		this.acting = null;
	}

	/** Walks to the deciding page, and decides there. False if nothing is asked. */
	act(decision: "approve" | "reject"): boolean {
		const asked: Prompt | null = this.device.prompted;
		if (asked === null || this.device.locked) return false;
		for (let press = 0; this.device.prompted === asked; press += 1) {
			if (press > MAX_PRESSES) throw new Error("The review on the device has no end.");
			this.device.goTowards(decision);
		}
		return true;
	}
}
