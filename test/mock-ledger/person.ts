import type { Device, Prompt } from "./device.ts";

/** Simulates the user, who presses the device's buttons or touches its screen. */

export interface PersonPlan {
	/** `wait` leaves the question on the screen. */
	readonly decide: "approve" | "reject" | "wait";
	/** Delay before the decision, in ms. */
	readonly afterMs: number;
}

/** Limit that no review reaches. */
const MAX_PRESSES = 2000;

export class Person {
	plan: PersonPlan;
	private readonly device: Device;
	private acting: NodeJS.Timeout | null = null;

	constructor(device: Device, plan: PersonPlan) {
		this.device = device;
		this.plan = plan;
	}

	/** Decides the displayed question as planned. */
	decideAsPlanned(): void {
		this.cancel();
		const { prompted } = this.device;
		const { decide, afterMs } = this.plan;
		if (prompted === null || decide === "wait") return;
		this.acting = setTimeout(() => {
			this.acting = null;
			if (this.device.prompted === prompted) this.decide(decide);
		}, afterMs);
	}

	cancel(): void {
		if (this.acting !== null) clearTimeout(this.acting);
		this.acting = null;
	}

	/** Goes to the last page and decides there. Returns false if there is no question. */
	decide(decision: "approve" | "reject"): boolean {
		const prompt: Prompt | null = this.device.prompted;
		if (prompt === null || this.device.locked) return false;
		for (let press = 0; this.device.prompted === prompt; press += 1) {
			if (press > MAX_PRESSES) throw new Error("The review on the device has no end.");
			this.device.goTowards(decision);
		}
		return true;
	}
}
