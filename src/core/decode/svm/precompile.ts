import { message } from "../../message.ts";
import { type Decoder, plainOther } from "./meaning.ts";

/** Programs of the chain itself that only check signatures: they are given no account, and change nothing. */
export const decodePrecompile: Decoder = (data) => {
	data.rest();
	return plainOther("verify", message("svm.chain.verify"), []);
};
