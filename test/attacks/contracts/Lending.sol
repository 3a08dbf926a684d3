// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OpenCoin, ICoin} from "./Coins.sol";

/// Receipt token of a lending pool (aToken). Only the pool can mint and burn it.
contract ReceiptToken is OpenCoin {
    address public immutable pool;

    constructor(string memory name_, string memory symbol_, address pool_) OpenCoin(name_, symbol_, 18) {
        pool = pool_;
    }

    function mint(address to, uint256 value) public override {
        require(msg.sender == pool, "only the pool");
        super.mint(to, value);
    }

    function end(address from, uint256 value) external {
        require(msg.sender == pool, "only the pool");
        burn(from, value);
    }
}

/// Debt as a token that can't be transferred. Its owner may let others borrow on its behalf (Aave's credit
/// delegation).
contract DebtToken {
    address public immutable pool;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public borrowAllowance;

    event BorrowAllowanceDelegated(
        address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount
    );
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address pool_) {
        pool = pool_;
    }

    function approveDelegation(address delegatee, uint256 amount) external {
        borrowAllowance[msg.sender][delegatee] = amount;
        emit BorrowAllowanceDelegated(msg.sender, delegatee, address(this), amount);
    }

    function borrowed(address user, address onBehalfOf, uint256 amount) external {
        require(msg.sender == pool, "only the pool");
        if (user != onBehalfOf) borrowAllowance[onBehalfOf][user] -= amount;
        balanceOf[onBehalfOf] += amount;
        emit Transfer(address(0), onBehalfOf, amount);
    }

    function repaid(address onBehalfOf, uint256 amount) external {
        require(msg.sender == pool, "only the pool");
        balanceOf[onBehalfOf] -= amount;
        emit Transfer(onBehalfOf, address(0), amount);
    }
}

/// Pool like Aave v3 and its forks. All assets have 18 decimals and the same price.
contract ReservePool {
    struct Reserve {
        ReceiptToken receipt;
        DebtToken debt;
    }

    mapping(address => Reserve) private reserves;
    mapping(address => uint256) private supplied;
    mapping(address => uint256) private owed;

    event Supply(
        address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode
    );
    event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount);

    function initReserve(address asset, ReceiptToken receipt, DebtToken debt) external {
        require(address(reserves[asset].receipt) == address(0), "done already");
        reserves[asset] = Reserve(receipt, debt);
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external {
        require(ICoin(asset).transferFrom(msg.sender, address(this), amount), "not paid");
        reserves[asset].receipt.mint(onBehalfOf, amount);
        supplied[onBehalfOf] += amount;
        emit Supply(asset, msg.sender, onBehalfOf, amount, referralCode);
    }

    function withdraw(address asset, uint256 amount, address to) external returns (uint256) {
        ReceiptToken receipt = reserves[asset].receipt;
        uint256 taken = amount == type(uint256).max ? receipt.balanceOf(msg.sender) : amount;
        receipt.end(msg.sender, taken);
        supplied[msg.sender] -= taken;
        require(supplied[msg.sender] >= owed[msg.sender], "undercollateralised");
        require(ICoin(asset).transfer(to, taken), "not paid out");
        emit Withdraw(asset, msg.sender, to, taken);
        return taken;
    }

    function borrow(address asset, uint256 amount, uint256, uint16, address onBehalfOf) external {
        owed[onBehalfOf] += amount;
        require(supplied[onBehalfOf] >= owed[onBehalfOf], "undercollateralised");
        reserves[asset].debt.borrowed(msg.sender, onBehalfOf, amount);
        require(ICoin(asset).transfer(msg.sender, amount), "not paid out");
    }

    function repay(address asset, uint256 amount, uint256, address onBehalfOf) external returns (uint256) {
        uint256 debt = reserves[asset].debt.balanceOf(onBehalfOf);
        uint256 paid = amount > debt ? debt : amount;
        reserves[asset].debt.repaid(onBehalfOf, paid);
        owed[onBehalfOf] -= paid;
        require(ICoin(asset).transferFrom(msg.sender, address(this), paid), "not paid");
        return paid;
    }
}

/// Market like Compound v3 (Comet). It records collateral internally, and managers can act for owners.
contract CometMarket {
    address public immutable baseToken;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public collateralBalanceOf;
    mapping(address => mapping(address => bool)) public isAllowed;

    event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount);
    event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount);
    event TransferCollateral(address indexed from, address indexed to, address indexed asset, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    constructor(address base) {
        baseToken = base;
    }

    function allow(address manager, bool isAllowed_) external {
        isAllowed[msg.sender][manager] = isAllowed_;
        emit Approval(msg.sender, manager, isAllowed_ ? type(uint256).max : 0);
    }

    function supply(address asset, uint256 amount) external {
        put(msg.sender, asset, amount);
    }

    function supplyTo(address dst, address asset, uint256 amount) external {
        put(dst, asset, amount);
    }

    function withdraw(address asset, uint256 amount) external {
        take(msg.sender, msg.sender, asset, amount);
    }

    function withdrawTo(address to, address asset, uint256 amount) external {
        take(msg.sender, to, asset, amount);
    }

    function withdrawFrom(address src, address to, address asset, uint256 amount) external {
        require(src == msg.sender || isAllowed[src][msg.sender], "unauthorized");
        take(src, to, asset, amount);
    }

    function transferAsset(address dst, address asset, uint256 amount) external {
        collateralBalanceOf[msg.sender][asset] -= amount;
        collateralBalanceOf[dst][asset] += amount;
        emit TransferCollateral(msg.sender, dst, asset, amount);
    }

    function put(address dst, address asset, uint256 amount) private {
        require(ICoin(asset).transferFrom(msg.sender, address(this), amount), "not paid");
        if (asset == baseToken) balanceOf[dst] += amount;
        else collateralBalanceOf[dst][asset] += amount;
        emit SupplyCollateral(msg.sender, dst, asset, amount);
    }

    function take(address src, address to, address asset, uint256 amount) private {
        if (asset == baseToken) balanceOf[src] -= amount;
        else collateralBalanceOf[src][asset] -= amount;
        require(ICoin(asset).transfer(to, amount), "not paid out");
        emit WithdrawCollateral(src, to, asset, amount);
    }
}

/// Isolated markets like Morpho Blue.
contract BlueMarkets {
    struct MarketParams {
        address loanToken;
        address collateralToken;
        address oracle;
        address irm;
        uint256 lltv;
    }

    struct Position {
        uint256 supplyShares;
        uint128 borrowShares;
        uint128 collateral;
    }

    mapping(bytes32 => mapping(address => Position)) public position;
    mapping(address => mapping(address => bool)) public isAuthorized;

    event SetAuthorization(
        address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized
    );

    function setAuthorization(address authorized, bool newIsAuthorized) external {
        isAuthorized[msg.sender][authorized] = newIsAuthorized;
        emit SetAuthorization(msg.sender, msg.sender, authorized, newIsAuthorized);
    }

    function supply(MarketParams memory params, uint256 assets, uint256, address onBehalf, bytes calldata)
        external
        returns (uint256, uint256)
    {
        position[idOf(params)][onBehalf].supplyShares += assets;
        pull(params.loanToken, assets);
        return (assets, assets);
    }

    function withdraw(MarketParams memory params, uint256 assets, uint256 shares, address onBehalf, address receiver)
        external
        returns (uint256, uint256)
    {
        require(mayAct(onBehalf), "unauthorized");
        uint256 taken = assets + shares;
        position[idOf(params)][onBehalf].supplyShares -= taken;
        pay(params.loanToken, receiver, taken);
        return (taken, taken);
    }

    function supplyCollateral(MarketParams memory params, uint256 assets, address onBehalf, bytes calldata) external {
        position[idOf(params)][onBehalf].collateral += uint128(assets);
        pull(params.collateralToken, assets);
    }

    function withdrawCollateral(MarketParams memory params, uint256 assets, address onBehalf, address receiver)
        external
    {
        require(mayAct(onBehalf), "unauthorized");
        Position storage held = position[idOf(params)][onBehalf];
        held.collateral -= uint128(assets);
        require(held.collateral >= held.borrowShares, "insufficient collateral");
        pay(params.collateralToken, receiver, assets);
    }

    function borrow(MarketParams memory params, uint256 assets, uint256, address onBehalf, address receiver)
        external
        returns (uint256, uint256)
    {
        require(mayAct(onBehalf), "unauthorized");
        Position storage held = position[idOf(params)][onBehalf];
        held.borrowShares += uint128(assets);
        require(held.collateral >= held.borrowShares, "insufficient collateral");
        pay(params.loanToken, receiver, assets);
        return (assets, assets);
    }

    function mayAct(address onBehalf) private view returns (bool) {
        return msg.sender == onBehalf || isAuthorized[onBehalf][msg.sender];
    }

    function idOf(MarketParams memory params) private pure returns (bytes32) {
        return keccak256(abi.encode(params));
    }

    function pull(address token, uint256 amount) private {
        require(ICoin(token).transferFrom(msg.sender, address(this), amount), "not paid");
    }

    function pay(address token, address to, uint256 amount) private {
        require(ICoin(token).transfer(to, amount), "not paid out");
    }
}

/// Maker's Vat. Balances only move within it, and `hope` lets another account act for the caller.
contract VatBook {
    mapping(address => mapping(address => uint256)) public can;
    mapping(bytes32 => mapping(address => uint256)) public gem;
    mapping(address => uint256) public dai;

    function hope(address usr) external {
        can[msg.sender][usr] = 1;
    }

    function nope(address usr) external {
        can[msg.sender][usr] = 0;
    }

    /// Sets balances as if earlier `join` and `frob` calls had made them.
    function slip(bytes32 ilk, address usr, uint256 wad, uint256 rad) external {
        gem[ilk][usr] += wad;
        dai[usr] += rad;
    }

    function flux(bytes32 ilk, address src, address dst, uint256 wad) external {
        require(mayAct(src), "Vat/not-allowed");
        gem[ilk][src] -= wad;
        gem[ilk][dst] += wad;
    }

    function move(address src, address dst, uint256 rad) external {
        require(mayAct(src), "Vat/not-allowed");
        dai[src] -= rad;
        dai[dst] += rad;
    }

    function mayAct(address src) private view returns (bool) {
        return msg.sender == src || can[src][msg.sender] == 1;
    }
}

/// Maker's CDP manager: vaults by number.
contract CdpBook {
    uint256 public cdpi;
    mapping(uint256 => address) public owns;
    mapping(address => mapping(uint256 => mapping(address => uint256))) public cdpCan;

    event NewCdp(address indexed usr, address indexed own, uint256 indexed cdp);

    function open(bytes32, address usr) external returns (uint256) {
        cdpi += 1;
        owns[cdpi] = usr;
        emit NewCdp(msg.sender, usr, cdpi);
        return cdpi;
    }

    function cdpAllow(uint256 cdp, address usr, uint256 ok) external {
        require(owns[cdp] == msg.sender, "cdp-not-allowed");
        cdpCan[msg.sender][cdp][usr] = ok;
    }

    function give(uint256 cdp, address dst) external {
        require(owns[cdp] == msg.sender || cdpCan[owns[cdp]][cdp][msg.sender] == 1, "cdp-not-allowed");
        owns[cdp] = dst;
    }
}

/// DSProxy: an account that runs the code of other contracts in its own context. `authority` may act like the
/// owner.
contract ProxyAccount {
    address public authority;
    address public owner;

    event LogSetOwner(address indexed owner);
    event LogSetAuthority(address indexed authority);

    function init(address owner_) external {
        require(owner == address(0), "owned already");
        owner = owner_;
    }

    function setOwner(address owner_) external {
        require(mayAct(), "ds-auth-unauthorized");
        owner = owner_;
        emit LogSetOwner(owner_);
    }

    function setAuthority(address authority_) external {
        require(mayAct(), "ds-auth-unauthorized");
        authority = authority_;
        emit LogSetAuthority(authority_);
    }

    function execute(address target, bytes memory data) external payable returns (bytes memory) {
        require(mayAct(), "ds-auth-unauthorized");
        (bool ok, bytes memory told) = target.delegatecall(data);
        require(ok, "the call inside failed");
        return told;
    }

    function mayAct() private view returns (bool) {
        return msg.sender == owner || (authority != address(0) && msg.sender == authority);
    }

    receive() external payable {}
}

/// Code for a ProxyAccount: sends what the account holds, or transfers its ownership.
contract ProxyActions {
    address private authority;
    address private owner;

    function draw(address token, address to) external {
        ICoin(token).transfer(to, ICoin(token).balanceOf(address(this)));
    }

    function upkeep(bytes32 seed) external {
        owner = address(uint160(uint256(seed)));
    }
}
