import { z } from "zod";
import type { Button } from "./device.ts";

/** Automation rules of the emulator (version 1): a text on the screen, then its button presses. */

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
	/** Buttons held down, and those that were with them. */
	private held = new Set<1 | 2>();
	private touched = new Set<1 | 2>();

	constructor(rules: AutomationRules) {
		this.rules = rules.rules;
	}

	private matches(rule: Rule, text: string): boolean {
		if (rule.text !== undefined && rule.text !== text) return false;
		if (rule.regexp !== undefined && !new RegExp(`^(?:${rule.regexp})`).test(text)) return false;
		return rule.conditions.every(([name, value]) => (this.flags.get(name) ?? false) === value);
	}

	/** Returns the presses for one text on the screen: the first matching rule. */
	pressesFor(text: string): Button[] {
		const rule = this.rules.find((one) => this.matches(one, text));
		const presses: Button[] = [];
		for (const one of rule?.actions ?? []) {
			if (one[0] === "setbool") this.flags.set(one[1], one[2]);
			else if (one[0] === "button") {
				const press = this.hold(one[1], one[2]);
				if (press !== null) presses.push(press);
			}
		}
		return presses;
	}

	/** A press counts when the last of the buttons held together is let go. */
	private hold(button: 1 | 2, down: boolean): Button | null {
		if (down) {
			this.held.add(button);
			this.touched.add(button);
			return null;
		}
		this.held.delete(button);
		if (this.held.size > 0 || this.touched.size === 0) return null;
		const both = this.touched.size === 2;
		const left = this.touched.has(1);
		this.touched = new Set();
		return both ? "both" : left ? "left" : "right";
	}
}
