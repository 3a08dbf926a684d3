import { z } from "zod";
import type { Button } from "./device.ts";

/** Automation rules of the emulator (version 1), which press buttons when a text appears on the screen. */

const action = z.union([
	z.tuple([z.literal("button"), z.union([z.literal(1), z.literal(2)]), z.boolean()]),
	z.tuple([z.literal("setbool"), z.string(), z.boolean()]),
	z.tuple([z.literal("exit")]),
]);

export const automationRules = z.object({
	version: z.literal(1).optional(),
	rules: z.array(
		z.object({
			text: z.string().optional(),
			regexp: z.string().optional(),
			x: z.number().optional(),
			y: z.number().optional(),
			conditions: z.array(z.tuple([z.string(), z.boolean()])).default([]),
			actions: z.array(action).default([]),
		}),
	),
});
export type AutomationRules = z.infer<typeof automationRules>;
type Rule = AutomationRules["rules"][number];

export class Automation {
	private readonly rules: readonly Rule[];
	private readonly flags = new Map<string, boolean>();
	/** Buttons that are down, and all buttons of the current press. */
	private down = new Set<1 | 2>();
	private pressed = new Set<1 | 2>();

	constructor(rules: AutomationRules) {
		this.rules = rules.rules;
	}

	private matches(rule: Rule, text: string): boolean {
		if (rule.text !== undefined && rule.text !== text) return false;
		if (rule.regexp !== undefined && !new RegExp(`^(?:${rule.regexp})`).test(text)) return false;
		return rule.conditions.every(([name, value]) => (this.flags.get(name) ?? false) === value);
	}

	/** Returns the button presses of the first rule that matches a text on the screen. */
	pressesFor(text: string): Button[] {
		const rule = this.rules.find((one) => this.matches(one, text));
		const presses: Button[] = [];
		for (const one of rule?.actions ?? []) {
			if (one[0] === "setbool") this.flags.set(one[1], one[2]);
			else if (one[0] === "button") {
				const press = this.setDown(one[1], one[2]);
				if (press !== null) presses.push(press);
			}
		}
		return presses;
	}

	/** Updates a button. A press counts when the last of its buttons is released. */
	private setDown(button: 1 | 2, isDown: boolean): Button | null {
		if (isDown) {
			this.down.add(button);
			this.pressed.add(button);
			return null;
		}
		this.down.delete(button);
		if (this.down.size > 0 || this.pressed.size === 0) return null;
		const both = this.pressed.size === 2;
		const left = this.pressed.has(1);
		this.pressed = new Set();
		return both ? "both" : left ? "left" : "right";
	}
}
