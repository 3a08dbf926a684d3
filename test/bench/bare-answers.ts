import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Cost, meter } from "./meter.ts";
import { type RecordedRequest, repeatRequests } from "./recorded-requests.ts";

/** Minimum work between an approval and its answer, without the app: the physical limit of this machine. */

/** Size of a journal row with its review, in bytes. */
const ROW = "x".repeat(2_000);
const HASH = `0x${"5a".repeat(32)}`;

/** Work that the app did for one answer. */
interface AnswerWork {
	readonly requests: readonly RecordedRequest[];
	/** Number of durable journal writes. */
	readonly writes: number;
}

export interface BareAnswers {
	/** Repeats the requests, writes as often to the same disk, and signs once in a separate process. */
	answer(work: AnswerWork): Promise<Cost>;
	close(): void;
}

export function openBareAnswers(folder: string): BareAnswers {
	const db = new DatabaseSync(join(folder, "bare.db"));
	db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (body TEXT)");
	const insert = db.prepare("INSERT INTO rows (body) VALUES (?)");
	const signer = fork(new URL("./bare-signer.ts", import.meta.url), {
		serialization: "advanced",
		execArgv: [],
	});
	return {
		async answer({ requests, writes }) {
			const finite = requests.filter(({ isStream }) => !isStream);
			const stop = meter();
			for (let at = 0; at < writes; at += 1) insert.run(ROW);
			await repeatRequests(finite);
			const signed = once(signer, "message");
			signer.send(HASH);
			await signed;
			return stop();
		},
		close() {
			signer.disconnect();
			db.close();
		},
	};
}
