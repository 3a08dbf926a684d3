import { message } from "../../core/localized-text.ts";
import type { HomeRisk } from "../../ipc/home.ts";
import { gravestPowers } from "../powers/powers-view.ts";

const MAX_ROWS = 5;

export function riskView(app: Parameters<typeof gravestPowers>[0]): HomeRisk {
	const { chains, fault, left, readAt } = app.powers.state();
	const { rows, exposed } = gravestPowers(app);
	const isPartlyRead =
		left > 0 ||
		chains.some((each) => each.fault !== null || each.found.some((power) => power.fault !== null));
	return {
		exposed,
		rows: rows.slice(0, MAX_ROWS),
		more: Math.max(0, rows.length - MAX_ROWS),
		unread: readAt === null,
		fault: fault ?? (isPartlyRead ? message("home.risk.not-whole") : null),
	};
}
