import { parseArgs } from "node:util";
import { z } from "zod";
import { startLedger } from "./start.ts";

/** Runs an emulated Ledger until SIGTERM, Ctrl-C or the end of its input. */

const USAGE = `node test/mock-ledger/main.ts [options]
  --port N         port on 127.0.0.1 (a free one)
  --model NAME     nanox, or flex: a touch screen, with only the Ethereum app (nanox)
  --app NAME       the open app: Ethereum, Solana or BOLOS (Ethereum)
  --seed "WORDS"   BIP-39 phrase (the one of Ledger's emulator)
  --blind          turns on blind signing in both apps
  --person WHAT    approve, reject, or wait for /button or /finger (wait)`;

const { values } = parseArgs({
	options: {
		port: { type: "string", default: "0" },
		model: { type: "string", default: "nanox" },
		app: { type: "string", default: "Ethereum" },
		seed: { type: "string" },
		blind: { type: "boolean", default: false },
		person: { type: "string", default: "wait" },
		help: { type: "boolean", default: false },
	},
});

async function main(): Promise<void> {
	const ledger = await startLedger({
		port: Number(values.port),
		model: z.enum(["nanox", "flex"]).parse(values.model),
		app: z.enum(["Ethereum", "Solana", "BOLOS"]).parse(values.app),
		...(values.seed === undefined ? {} : { seed: values.seed }),
		blindSigning: { Ethereum: values.blind, Solana: values.blind && values.model === "nanox" },
		person: { decide: z.enum(["approve", "reject", "wait"]).parse(values.person), afterMs: 0 },
	});
	console.log(ledger.url);
	const end = () => {
		ledger.stop().then(
			() => process.exit(0),
			() => process.exit(1),
		);
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
	process.stdin.on("end", end).resume();
}

if (values.help) console.log(USAGE);
else await main();
