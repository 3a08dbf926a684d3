import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

const HOUR_MS = 3_600_000;
/** Local hour at which requests snoozed until tomorrow return. */
const MORNING = 8;

function tomorrow(now: number): number {
	const day = new Date(now);
	day.setDate(day.getDate() + 1);
	day.setHours(MORNING, 0, 0, 0);
	return day.getTime();
}

export function SnoozeChoices({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
	const { bridge } = useDesk();
	const command = useCommand();
	const now = useNow();
	const snooze = async (until: number) => {
		const outcome = await command.send(() =>
			bridge.call("snooze", { entryIds: [...ids], until: Math.round(until) }),
		);
		if (outcome?.ok === true) onDone();
	};
	return (
		<>
			<div className="flex flex-wrap gap-2">
				<Button size="small" busy={command.busy} onClick={() => void snooze(now + HOUR_MS)}>
					{t("desk.inbox.snooze.hour")}
				</Button>
				<Button size="small" busy={command.busy} onClick={() => void snooze(tomorrow(now))}>
					{t("desk.inbox.snooze.tomorrow")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-3" />
		</>
	);
}
