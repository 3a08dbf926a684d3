import { toFunctionSelector } from "viem/utils";

/**
 * Functions in wide use that Countersign does not read. Four bytes are soon found for any name, so that a function is
 * only possibly what it is called here. Sources: the contracts' own interfaces.
 */

/** Each line: what the functions belong to, then their signatures. */
const FAMILIES: readonly (readonly [family: string, signatures: string])[] = [
	[
		"Uniswap V2 and its forks",
		`swapExactTokensForTokens(uint256,uint256,address[],address,uint256)
		swapTokensForExactTokens(uint256,uint256,address[],address,uint256)
		swapExactETHForTokens(uint256,address[],address,uint256)
		swapTokensForExactETH(uint256,uint256,address[],address,uint256)
		swapExactTokensForETH(uint256,uint256,address[],address,uint256)
		swapETHForExactTokens(uint256,address[],address,uint256)
		swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)
		swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)
		swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)
		addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)
		addLiquidityETH(address,uint256,uint256,uint256,address,uint256)
		removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)
		removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)
		removeLiquidityWithPermit(address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)
		removeLiquidityETHWithPermit(address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)
		swap(uint256,uint256,address,bytes)
		skim(address)
		sync()
		createPair(address,address)`,
	],
	[
		"Uniswap V3 and V4",
		`exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
		exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))
		exactInput((bytes,address,uint256,uint256,uint256))
		exactInput((bytes,address,uint256,uint256))
		exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
		exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))
		exactOutput((bytes,address,uint256,uint256,uint256))
		exactOutput((bytes,address,uint256,uint256))
		swapExactTokensForTokens(uint256,uint256,address[],address)
		swapTokensForExactTokens(uint256,uint256,address[],address)
		mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
		increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))
		decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))
		collect((uint256,address,uint128,uint128))
		burn(int24,int24,uint128)
		unwrapWETH9(uint256,address)
		unwrapWETH9(uint256)
		refundETH()
		sweepToken(address,uint256,address)
		sweepToken(address,uint256)
		wrapETH(uint256)
		pull(address,uint256)
		selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)
		selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)
		createAndInitializePoolIfNecessary(address,address,uint24,uint160)
		flash(address,uint256,uint256,bytes)
		swap(address,bool,int256,uint160,bytes)
		modifyLiquidities(bytes,uint256)
		modifyLiquiditiesWithoutUnlock(bytes,bytes[])
		initializePool((address,address,uint24,int24,address),uint160)
		unlock(bytes)
		multicall(bytes32,bytes[])`,
	],
	[
		"Aggregators and bridges",
		`swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)
		swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)
		unoswap(address,uint256,uint256,uint256[])
		unoswapTo(address,address,uint256,uint256,uint256[])
		uniswapV3Swap(uint256,uint256,uint256[])
		uniswapV3SwapTo(address,uint256,uint256,uint256[])
		ethUnoswap(uint256,uint256)
		clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)
		transformERC20(address,address,uint256,uint256,(uint32,bytes)[])
		sellToUniswap(address[],uint256,uint256,bool)
		fillLimitOrder((address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256),(uint8,uint8,bytes32,bytes32),uint128)
		swapOnUniswap(uint256,uint256,address[])
		simpleSwap((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16))
		setPreSignature(bytes,bool)
		invalidateOrder(bytes)
		settle(address[],uint256[],(uint256,uint256,address,uint256,uint256,uint32,bytes32,uint256,uint256,uint256,bytes)[],(address,uint256,bytes)[][3])
		depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)
		deposit(address,address,uint256,uint256,int64,uint32,bytes,uint256)
		bridgeETH(uint32,bytes)
		bridgeETHTo(address,uint32,bytes)
		bridgeERC20(address,address,uint256,uint32,bytes)
		bridgeERC20To(address,address,address,uint256,uint32,bytes)
		depositETH(uint32,bytes)
		depositETHTo(address,uint32,bytes)
		depositERC20(address,address,uint256,uint32,bytes)
		depositTransaction(address,uint256,uint64,bool,bytes)
		outboundTransfer(address,address,uint256,uint256,uint256,bytes)
		createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)
		depositForBurn(uint256,uint32,bytes32,address)
		receiveMessage(bytes,bytes)
		send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)
		sendToken((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)
		swapExactAmountIn(address,uint256,address,uint256,uint256)
		batchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256)
		swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)
		joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))
		exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))
		flashLoan(address,address[],uint256[],bytes)
		exchange(int128,int128,uint256,uint256)
		exchange(uint256,uint256,uint256,uint256)
		exchange(uint256,uint256,uint256,uint256,bool)
		exchange_underlying(int128,int128,uint256,uint256)
		add_liquidity(uint256[2],uint256)
		add_liquidity(uint256[3],uint256)
		add_liquidity(uint256[4],uint256)
		remove_liquidity(uint256,uint256[2])
		remove_liquidity(uint256,uint256[3])
		remove_liquidity_one_coin(uint256,int128,uint256)
		remove_liquidity_imbalance(uint256[3],uint256)`,
	],
	[
		"Lending",
		`supply(address,uint256,address,uint16)
		supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)
		withdraw(address,uint256,address)
		borrow(address,uint256,uint256,uint16,address)
		repay(address,uint256,uint256,address)
		repayWithATokens(address,uint256,uint256)
		repayWithPermit(address,uint256,uint256,address,uint256,uint8,bytes32,bytes32)
		setUserUseReserveAsCollateral(address,bool)
		setUserEMode(uint8)
		liquidationCall(address,address,address,uint256,bool)
		flashLoan(address,address[],uint256[],uint256[],address,bytes,uint16)
		flashLoanSimple(address,address,uint256,bytes,uint16)
		deposit(address,uint256,address,uint16)
		depositETH(address,address,uint16)
		withdrawETH(address,uint256,address)
		borrowETH(address,uint256,uint256,uint16)
		repayETH(address,uint256,uint256,address)
		approveDelegation(address,uint256)
		delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)
		claimRewards(address[],uint256,address,address)
		claimAllRewards(address[],address)
		mint(uint256)
		mint()
		redeem(uint256)
		redeemUnderlying(uint256)
		borrow(uint256)
		repayBorrow(uint256)
		repayBorrow()
		repayBorrowBehalf(address,uint256)
		liquidateBorrow(address,uint256,address)
		enterMarkets(address[])
		exitMarket(address)
		claimComp(address)
		supply(address,uint256)
		supplyTo(address,address,uint256)
		supplyFrom(address,address,address,uint256)
		withdraw(address,uint256)
		withdrawTo(address,address,uint256)
		withdrawFrom(address,address,address,uint256)
		allow(address,bool)
		allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)
		supply((address,address,address,address,uint256),uint256,uint256,address,bytes)
		borrow((address,address,address,address,uint256),uint256,uint256,address,address)
		repay((address,address,address,address,uint256),uint256,uint256,address,bytes)
		supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)
		withdrawCollateral((address,address,address,address,uint256),uint256,address,address)
		setAuthorization(address,bool)
		frob(bytes32,address,address,address,int256,int256)
		hope(address)
		nope(address)
		join(address,uint256)
		exit(address,uint256)`,
	],
	[
		"Staking and rewards",
		`stake(uint256)
		stake(uint256,address)
		stake(address,uint256)
		stake()
		unstake(uint256)
		unstake(uint256,bool)
		unstake()
		deposit(uint256)
		deposit(uint256,uint256)
		withdraw(uint256,uint256)
		withdraw()
		withdrawAll()
		exit()
		getReward()
		getReward(address)
		getReward(address,bool)
		claim()
		claim(address)
		claim(uint256)
		claim(uint256,address,uint256,bytes32[])
		claim(address,uint256,bytes32[])
		claimReward()
		claimRewards()
		claimRewards(address)
		harvest()
		harvest(uint256,address)
		emergencyWithdraw(uint256)
		emergencyWithdraw()
		compound()
		notifyRewardAmount(uint256)
		submit(address)
		wrap(uint256)
		unwrap(uint256)
		requestWithdrawals(uint256[],address)
		claimWithdrawal(uint256)
		claimWithdrawals(uint256[],uint256[])
		depositIntoStrategy(address,address,uint256)
		delegateTo(address,(bytes,uint256),bytes32)
		undelegate(address)
		deposit(bytes,bytes,bytes,bytes32)
		create_lock(uint256,uint256)
		increase_amount(uint256)
		increase_unlock_time(uint256)
		vote_for_gauge_weights(address,uint256)
		lock(uint256)
		unlock(uint256)
		processExpiredLocks(bool)
		depositFor(address,uint256)
		depositAll()
		vest()
		release(address)
		release()`,
	],
	[
		"Tokens and collections",
		`mint(address,uint256)
		mint(address)
		mint(address,uint256,bytes)
		mint(address,uint256,uint256,bytes)
		mintBatch(address,uint256[],uint256[],bytes)
		safeMint(address)
		safeMint(address,uint256)
		publicMint(uint256)
		mintPublic(address,address,address,uint256)
		burnFrom(address,uint256)
		burn(address,uint256)
		burn(address,uint256,uint256)
		burnBatch(address,uint256[],uint256[])
		increaseApproval(address,uint256)
		decreaseApproval(address,uint256)
		approveAndCall(address,uint256)
		approveAndCall(address,uint256,bytes)
		transferAndCall(address,uint256)
		transferAndCall(address,uint256,bytes)
		transferFromAndCall(address,address,uint256)
		transferFromAndCall(address,address,uint256,bytes)
		transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
		receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
		cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)
		send(address,uint256,bytes)
		authorizeOperator(address)
		revokeOperator(address)
		operatorSend(address,address,uint256,bytes,bytes)
		setTokenURI(uint256,string)
		setBaseURI(string)
		blacklist(address)
		unBlacklist(address)
		pause()
		unpause()
		rebase(uint256,int256)
		snapshot()
		disperseEther(address[],uint256[])
		disperseToken(address,address[],uint256[])
		airdrop(address[],uint256[])
		batchTransfer(address[],uint256[])
		multiTransfer(address[],uint256[])`,
	],
	[
		"Markets of collections",
		`fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))
		fulfillBasicOrder_efficient_6GL6yc((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))
		incrementCounter()
		cancelAllOrders(uint256)
		cancelMultipleOrders(uint256[])
		execute(((address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),uint8,bytes32,bytes32,bytes,uint8,uint256),((address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),uint8,bytes32,bytes32,bytes,uint8,uint256))
		bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)
		buyPunk(uint256)
		offerPunkForSale(uint256,uint256)
		transferPunk(address,uint256)`,
	],
	[
		"Accounts",
		`handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)
		handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)
		handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address,bytes)[],address)
		depositTo(address)
		addStake(uint32)
		unlockStake()
		withdrawStake(address)
		withdrawTo(address,uint256)
		createAccount(address,uint256)
		createProxyWithNonce(address,bytes,uint256)
		setup(address[],uint256,address,bytes,address,address,uint256,address)
		approveHash(bytes32)
		execTransactionFromModule(address,uint256,bytes,uint8)
		execTransactionFromModuleReturnData(address,uint256,bytes,uint8)
		executeFromExecutor(bytes32,bytes)
		installModule(uint256,address,bytes)
		uninstallModule(uint256,address,bytes)
		executeUserOp(address,uint256,bytes,uint8)
		execute(address,uint256,bytes,uint8)
		execute((address,uint256,bytes)[])
		exec(address,uint256,bytes)
		proxy((uint8,address,uint256,bytes)[])
		redeemDelegations(bytes[],bytes32[],bytes[])
		disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))
		signMessage(bytes)
		simulateAndRevert(address,bytes)
		deploy(bytes,bytes32)
		deployCreate2(bytes32,bytes)`,
	],
	[
		"Governance and proxies",
		`delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)
		castVote(uint256,uint8)
		castVoteWithReason(uint256,uint8,string)
		castVoteBySig(uint256,uint8,uint8,bytes32,bytes32)
		propose(address[],uint256[],bytes[],string)
		propose(address[],uint256[],string[],bytes[],string)
		queue(address[],uint256[],bytes[],bytes32)
		queue(uint256)
		execute(address[],uint256[],bytes[],bytes32)
		execute(uint256)
		cancel(uint256)
		schedule(address,uint256,bytes,bytes32,bytes32,uint256)
		scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)
		executeTransaction(address,uint256,string,bytes,uint256)
		submitTransaction(address,uint256,bytes)
		confirmTransaction(uint256)
		executeTransaction(uint256)
		renounceRole(bytes32,address)
		setAuthority(address)
		setPendingOwner(address)
		setPendingAdmin(address)
		acceptAdmin()
		claimOwnership()
		nominateNewOwner(address)
		upgrade(address,address)
		upgradeAndCall(address,address,bytes)
		upgradeBeaconTo(address)
		initialize()
		initialize(address)
		initialize(address,address)
		initialize(string,string)
		kill()
		selfDestruct(address)`,
	],
	[
		"Names",
		`commit(bytes32)
		register(string,address,uint256,bytes32,address,bytes[],bool,uint16)
		renew(string,uint256)
		setName(string)
		setAddr(bytes32,address)
		setAddr(bytes32,uint256,bytes)
		setText(bytes32,string,string)
		setContenthash(bytes32,bytes)
		setResolver(bytes32,address)
		setOwner(bytes32,address)
		setSubnodeOwner(bytes32,bytes32,address)
		setSubnodeRecord(bytes32,bytes32,address,address,uint64)
		wrapETH2LD(string,address,uint16,address)
		reclaim(uint256,address)`,
	],
	[
		"Rights over positions, names and streams",
		`setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))
		setIsAuthorized(address,bool)
		setOperator(address,bool)
		setOperator(address)
		setOperator(address,uint256)
		setOperator(bytes19,address,uint256)
		setAccountOperator(address,address,bool)
		setRelayerApproval(address,address,bool)
		manageUserBalance((uint8,address,uint256,address,address)[])
		approvePositionManager(address,bool)
		setUserPositionManager(address,bool)
		setUserManager(address,bool)
		addManager(address)
		setManager(address)
		setKeeper(address)
		setKeeper(address,bool)
		addKeeper(address)
		setGuardian(address)
		addGuardian(address)
		setRecovery(address)
		initiateRecovery(address)
		cdpAllow(uint256,address,uint256)
		urnAllow(address,uint256)
		give(uint256,address)
		delegateByType(address,uint8)
		metaDelegate(address,address,uint256,uint8,bytes32,bytes32)
		setDelegate(bytes32,address)
		setDelegate(address)
		delegateAll(address,bytes32,bool)
		delegateContract(address,address,bytes32,bool)
		delegateForAll(address,bool)
		signalTransfer(address)
		setBeneficiary(address)
		changeRecipient(address)
		set_approve_deposit(address,bool)
		toggle_approve_mint(address)
		authorizeFlowOperatorWithFullControl(address,address,bytes)
		updateFlowOperatorPermissions(address,address,uint8,int96,bytes)
		setRecord(bytes32,address,address,uint64)
		setSubnodeOwner(bytes32,string,address,uint32,uint64)
		setSubnodeRecord(bytes32,string,address,address,uint64,uint32,uint64)
		executeFor(address,bytes)
		executeOnBehalf(address,address,bytes)
		withdrawOnBehalf(address,uint256)`,
	],
	[
		"Names that drainers like",
		`claim(bytes)
		claimRewards(address,bytes)
		securityUpdate()
		SecurityUpdate()
		connect()
		Claim(address)
		networkMerge()`,
	],
];

let bySelector: ReadonlyMap<string, string> | null = null;

/** All signatures that are told as possible. */
export function commonSignatures(): readonly string[] {
	return FAMILIES.flatMap(([, signatures]) => signatures.split(/\s+/).filter((line) => line !== ""));
}

/**
 * The signature of a function in wide use with this selector; null where none is known. Four bytes prove nothing: it is
 * to be told as "possibly", never as known.
 */
export function possibleFunction(selector: string): string | null {
	bySelector ??= new Map(commonSignatures().map((line) => [toFunctionSelector(line), line]));
	return bySelector.get(selector) ?? null;
}

/** Words of names that say that somebody gets a right, or acts for somebody else. */
const RIGHTS: ReadonlySet<string> = new Set([
	"authorisation",
	"authorization",
	"authorise",
	"authorize",
	"delegate",
	"delegation",
	"delegations",
	"operator",
	"operators",
	"owner",
	"owners",
	"ownership",
	"manager",
	"managers",
	"keeper",
	"keepers",
	"hope",
	"allow",
	"allowance",
	"allowlist",
	"approve",
	"approval",
	"permit",
	"permission",
	"permissions",
	"guardian",
	"guardians",
	"recovery",
	"resolver",
	"module",
	"modules",
	"executor",
	"beneficiary",
	"controller",
	"subnode",
	"install",
	"relayer",
	"handler",
	"authorized",
	"give",
	"record",
	"recipient",
]);

/** Words with which a name takes a right away, or takes it up oneself. */
const TAKES_BACK: ReadonlySet<string> = new Set([
	"revoke",
	"disable",
	"remove",
	"decrease",
	"cancel",
	"undelegate",
	"disallow",
	"uninstall",
	"nope",
	"accept",
	"claim",
	"invalidate",
]);

/** The words of a name in camel or snake case, in lower case. */
const wordsIn = (name: string): readonly string[] =>
	name
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
		.replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
		.toLowerCase()
		.split(/[\s_]+/)
		.filter((word) => word !== "");

/**
 * Does a function of this name give somebody a right, or carry something out for somebody else? A permit that is used
 * at once by the called contract itself (`supplyWithPermit`, `selfPermit`) was judged where it was signed.
 */
export function namesRight(signature: string): boolean {
	const words = wordsIn(signature.slice(0, signature.indexOf("(")));
	const [first] = words;
	if (first === undefined || TAKES_BACK.has(first) || first === "self") return false;
	const text = words.join(" ");
	if (/ with permit( |$)/.test(text)) return false;
	if (/^(execute|exec) .*for( |$)/.test(text) || / on behalf( of)?$/.test(text)) return true;
	return words.some((word) => RIGHTS.has(word));
}

/** "swapExactTokensForTokens(…)" of a signature. */
export function shortSignature(signature: string): string {
	const open = signature.indexOf("(");
	return signature.slice(open) === "()" ? signature : `${signature.slice(0, open)}(…)`;
}
