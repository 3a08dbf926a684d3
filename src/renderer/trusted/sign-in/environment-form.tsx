import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { clientIdCount, draftFaults, draftToSend, type EnvironmentDraft } from "./environment-draft.ts";
import { RESOURCE_NAMES, RESOURCE_ORDER } from "./offers.ts";

/** What was pressed may be gone. Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

/** A new environment, or changes to one. Its base address is what it is known by; those built in keep their name. */
export function EnvironmentForm({
	initial,
	builtIn,
	onDone,
}: {
	initial: EnvironmentDraft;
	builtIn: boolean;
	onDone: () => void;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [draft, setDraft] = useState(initial);
	const [tried, setTried] = useState(false);
	const faults = draftFaults(draft);
	const said = (name: keyof typeof faults) => (tried || draft[name] !== initial[name] ? faults[name] : null);
	const set = (change: Partial<EnvironmentDraft>) => setDraft({ ...draft, ...change });
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		const input = draftToSend(draft);
		if (input === null) return;
		const outcome = await wish.send(() => bridge.call("saveEnvironment", input));
		if (outcome?.ok === true) onDone();
	};
	const count = clientIdCount(draft);
	return (
		<form
			onSubmit={(event) => void submit(event)}
			onKeyDown={(event) => {
				if (event.key === "Escape") onDone();
			}}
			aria-label={initial.id === null ? "New environment" : `Edit ${initial.name}`}
			className="grid gap-3"
			noValidate
		>
			{!builtIn && (
				<Field
					ref={focusOnce}
					label="Name"
					maxLength={40}
					value={draft.name}
					onText={(name) => set({ name })}
					wrong={said("name")}
				/>
			)}
			{draft.id === null ? (
				<Field
					label="Base address"
					mono
					maxLength={2048}
					placeholder="https://"
					value={draft.baseUrl}
					onText={(baseUrl) => set({ baseUrl })}
					wrong={said("baseUrl")}
					help="Where the service answers. Only from somebody you trust: it sees all that you write to an agent."
				/>
			) : (
				<p className="text-f2 text-ink-2">
					Its base address stays: another address is another environment, to be added as a new one.
				</p>
			)}
			<Field
				label="Sign-in address"
				mono
				maxLength={2048}
				placeholder="the same as the base address"
				value={draft.authOrigin}
				onText={(authOrigin) => set({ authOrigin })}
				wrong={said("authOrigin")}
				help="Only where people sign in somewhere else than at the base address."
			/>
			<Fold
				title="Client ids, for sign-in by browser"
				aside={count === 0 ? "none" : `${count} of ${RESOURCE_ORDER.length}`}
			>
				<div className="mt-2.5 grid gap-3 border-l border-line pl-4">
					<p className="text-f2 text-ink-2">
						The service registers these by hand, one for each resource. Without one, you sign in with a code.
					</p>
					{RESOURCE_ORDER.map((resource) => (
						<Field
							key={resource}
							label={RESOURCE_NAMES[resource]}
							mono
							maxLength={400}
							value={draft.clientIds[resource]}
							onText={(text) => set({ clientIds: { ...draft.clientIds, [resource]: text } })}
						/>
					))}
				</div>
			</Fold>
			<Fault words={wish.fault} />
			<div className="flex flex-wrap gap-2">
				<Button submit size="small" look="primary" busy={wish.busy}>
					{wish.busy ? "Saving…" : "Save"}
				</Button>
				<Button size="small" look="quiet" onClick={onDone}>
					Cancel
				</Button>
			</div>
		</form>
	);
}
