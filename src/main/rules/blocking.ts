import type { z } from "zod";
import { plain } from "../../core/format/plain.ts";
import { isMessage, type Message, message } from "../../core/message.ts";
import {
	isBlocked,
	isRecipientBlocked,
	ruleBlocking,
	withRecipientBlocked,
} from "../../core/rules/blocking.ts";
import { loosens } from "../../core/rules/loosening.ts";
import { type Rule, ruleList, ruleText, writeRules } from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { textOf } from "../../text/index.ts";
import type { Guard } from "../guard/guard.ts";
import { done, refused } from "../outcome.ts";
import { CHANGED_OUTSIDE } from "./password.ts";
import { keptNow } from "./policy-standing.ts";
import type { RulesStore } from "./rules-store.ts";

/** Rules that block an app or a recipient: they are added from anywhere, since they only make approving stricter. */

export const CHANGED = message("app.rules.changed");

/** Our own faults come as messages; those of the schema's forms are told as they are. */
function faultOf({ issues }: z.ZodError): Message | string {
	const [first] = issues;
	if (first === undefined) return message("rule.not-kept.part-missing");
	const text: unknown = first.code === "custom" ? first.params?.["told"] : undefined;
	return isMessage(text) ? text : plain(first.message);
}

export const malformed = (error: z.ZodError) => refused(message("rule.not-kept", { fault: faultOf(error) }));

interface BlockingDeps {
	readonly rules: Pick<RulesStore, "latest" | "version" | "save">;
	readonly guard: Pick<Guard, "why">;
	/** Something that a window shows has changed. */
	changed(): void;
}

/**
 * Stricter rules: they take no password; the rules are edited, and loosened, in the trusted window alone.
 *
 * @param stricter of the rules as they are; the same ones where there is nothing to add, null where that can't be
 */
function tighten(
	deps: BlockingDeps,
	fault: Message,
	stricter: (rules: readonly Rule[], id: string) => readonly Rule[] | null,
): CommandOutcome {
	const kept = keptNow(deps);
	if (!kept.ok) return refused(kept.why === "changed" ? CHANGED_OUTSIDE : message("rule.unreadable"));
	const rules = stricter(kept.rules, `blocked-${deps.rules.version() + 1}`);
	if (rules === kept.rules) return done;
	if (rules === null) return refused(message("rule.not-kept", { fault }));
	const read = ruleList.safeParse(rules.map(ruleText));
	if (!read.success) return malformed(read.error);
	if (loosens(kept, read.data)) return refused(CHANGED);
	deps.rules.save(writeRules(read.data));
	deps.changed();
	return done;
}

/** One more rule, by which nothing of this app is approved. */
export const blockApp = (deps: BlockingDeps, app: string): CommandOutcome =>
	tighten(deps, message("rule.malformed.choose-apps"), (rules, id) => {
		if (isBlocked(rules, app)) return rules;
		const name = textOf(message("rule.blocks", { app: plain(app, 60) }));
		const rule = ruleBlocking(app, id, name);
		return rule === null ? null : [...rules, rule];
	});

/** One more address to which nothing goes. */
export const blockRecipient = (deps: BlockingDeps, address: string): CommandOutcome =>
	tighten(deps, message("rule.malformed.choose-addresses"), (rules, id) =>
		isRecipientBlocked(rules, address)
			? rules
			: withRecipientBlocked(rules, address, id, textOf(message("rule.blocked-recipients.name"))),
	);
