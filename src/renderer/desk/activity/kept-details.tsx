import { message } from "../../../core/message.ts";
import type { KeptRow } from "../../../ipc/activity.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Address } from "../../components/address.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fact } from "./fact.tsx";

/** Why something was never signed. Nothing of it was, in every case. */
export function KeptDetails({ row }: { row: KeptRow }) {
	return (
		<>
			<Why row={row} />
			<div className="grid gap-3 mid:grid-cols-2">
				<Fact name={t("desk.activity.written-down")}>{dateTime(row.at)}</Fact>
				{row.app !== null && (
					<Fact name={t("desk.activity.app")}>
						<Claim text={row.app} max={160} />
					</Fact>
				)}
				{row.signer !== null && (
					<Fact name={t("desk.activity.signer")}>
						<Address view={row.signer} />
					</Fact>
				)}
			</div>
		</>
	);
}

const ARRIVALS = {
	telling: message("desk.activity.arrival.telling"),
	arrived: message("desk.activity.arrival.arrived"),
	changed: message("desk.activity.arrival.changed"),
	failed: message("desk.activity.arrival.failed"),
} as const;

const LIES = {
	payload: message("desk.activity.lie.payload"),
	review: message("desk.activity.lie.review"),
	typed: message("desk.activity.lie.typed"),
	effect: message("desk.activity.lie.effect"),
} as const;

function Why({ row }: { row: KeptRow }) {
	switch (row.kind) {
		case "expired":
			return <p>{t("desk.activity.expired")}</p>;
		case "rule":
			return (
				<>
					<p>{textOf(row.told)}</p>
					<Fact name={t("desk.activity.rule")}>{row.rule}</Fact>
				</>
			);
		case "rejected":
			return (
				<>
					<p>
						{row.by === "user" ? textOf(ARRIVALS[row.arrival]) : t("desk.activity.rejected-elsewhere")}
						{row.why !== null && ` ${textOf(row.why)}`}
					</p>
					{row.reason.length > 0 && <Fact name={t("desk.activity.your-reason")}>{row.reason}</Fact>}
				</>
			);
		case "lie":
			return (
				<>
					<p className="font-medium">{textOf(LIES[row.lie])}</p>
					<p>{textOf(row.told)}</p>
					{(row.reviewed !== null || row.payload !== null) && (
						<div className="grid gap-3 mid:grid-cols-3">
							<Fact name={t("desk.activity.field")}>
								<span className="num">
									<Claim text={row.fields[0] ?? ""} max={200} />
								</span>
							</Fact>
							<Fact name={t("desk.activity.the-review")}>
								<span className="num">
									<Claim text={textOrNull(row.reviewed) ?? ""} max={400} />
								</span>
							</Fact>
							<Fact name={t("desk.activity.would-be-signed")}>
								<span className="num">
									<Claim text={textOrNull(row.payload) ?? ""} max={400} />
								</span>
							</Fact>
						</div>
					)}
					{row.fields.length > 1 && (
						<p className="text-ink-2">{t("desk.activity.more-fields", { count: row.fields.length - 1 })}</p>
					)}
					<p className="text-ink-2">
						{row.hasProof ? t("desk.activity.has-proof") : t("desk.activity.has-no-proof")}
					</p>
				</>
			);
	}
}
