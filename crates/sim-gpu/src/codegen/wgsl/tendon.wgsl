// Fixed tendons: lengths and Jacobians of linear combinations of joint positions.

#if TENDONS
// stage: tendons
fn tendons() {
    for (var t = lane; t < NTENDON; t += LANES) {
        let row = ten_J_rowadr(t);
        let row_end = row + ten_J_rownnz(t);
        for (var e = row; e < row_end; e++) {
            set_ten_J(e, 0.0);
        }
        let first = tendon_adr(t);
        let end = first + tendon_num(t);
        var length: real = 0.0;
        for (var w = first; w < end; w++) {
            let scale = wrap_prm(w);
            length += scale * qpos(jnt_qposadr(wrap_objid(w)));
            set_ten_J(wrap_entry(w), ten_J(wrap_entry(w)) + scale);
        }
        set_ten_length(t, length);
    }
}
#end
